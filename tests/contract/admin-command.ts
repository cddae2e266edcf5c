import { execFile } from "node:child_process";
import { quickStart } from "../server.ts";

/** `npm run admin`, with the settings of a site. */
export function runAdmin(
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; output: string; errors: string; link: URL | undefined }> {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof runAdmin>>>();
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings };
  execFile("node", [quickStart, "scripts/admin.ts", ...words], { env }, (error, output, errors) => {
    const link = /https?:\S+/.exec(output)?.[0];
    resolve({ code: Number(error?.code ?? 0), output, errors, link: link ? new URL(link) : undefined });
  });
  return promise;
}
