import { createServer } from "node:http";
import { help } from "#app/error/help.ts";
import { agency } from "#content/agency.ts";
import { languageTags, locales } from "#content/locales.ts";

/** Answers everybody at a socket that the site could not start, for some time. */
export function answerClosed(fd: number, ms: number, done: () => void) {
  const page = closedPage();
  const server = createServer((_request, response) => {
    response.writeHead(503, {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": String(Math.ceil(ms / 1000)),
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      Connection: "close",
    });
    response.end(page);
  });
  server.on("error", done);
  server.listen({ fd });
  setTimeout(() => {
    server.close(done);
    server.closeAllConnections();
  }, ms);
}

/** In all languages, and of one piece: nothing else can be asked for. */
function closedPage(): string {
  const texts = locales.map((locale) => `<p lang="${languageTags[locale]}">${help[locale].failed}</p>`);
  return `<!doctype html>
<html lang="${languageTags.en}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${agency.name}</title>
<style>:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1.25rem}</style>
<h1>${agency.name}</h1>
${texts.join("\n")}
<p><a href="mailto:${agency.email}">${agency.email}</a></p>
</html>
`;
}
