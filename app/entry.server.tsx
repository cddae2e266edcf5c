import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";
import { localeOf } from "#content/locales.ts";
import { siteContext } from "./context.ts";
import { DocumentContext } from "./document.ts";
import { IconSource } from "./ui/icon.tsx";
import { installedIcon } from "./ui/installed-icons.server.ts";

/** Until the page before has had its turn of the event loop. */
let turn = Promise.resolve();

/** One page is rendered in a turn: one connection is let in at each, and where thirty pages were rendered in one, newcomers waited for seconds. */
function nextTurn(): Promise<void> {
  turn = turn.then(() => new Promise<void>(setImmediate));
  return turn;
}

/** Renders the whole page before answering: our pages wait for nothing, and a late failure can still change the status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, theme, build, gtm, consent } = context.get(siteContext);
  const account = routerContext.staticHandlerContext.loaderData[`${localeOf(new URL(request.url).pathname)}/account`];
  const isSignedIn = !!(account as { who: string | null } | undefined)?.who;
  await nextTurn();
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <IconSource value={installedIcon}>
        <DocumentContext value={{ nonce, theme, build, gtm, consent, isSignedIn }}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </DocumentContext>
      </IconSource>,
      {
        nonce,
        onAllReady() {
          headers.set("Content-Type", "text/html; charset=utf-8");
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError: reject,
      },
    );
  });
}

export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }) {
  // That a page takes no form is the sender's mistake, and is in the log as a request.
  const isTheirs = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isTheirs) context.get(siteContext).report?.(error);
}
