import type { ErrorHandler } from "hono";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Logger } from "pino";
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { FatalDocument } from "#app/error/fatal.tsx";
import type { Env } from "./env.ts";

/** The last resort: whatever broke outside the pages is logged, and answered with the error screen and nothing of its cause. */
export function fatalError(log: Logger): ErrorHandler<Env> {
  return (error, c) => {
    log.error({ err: error, id: c.get("requestId") }, "request failed");
    const page = renderToStaticMarkup(createElement(FatalDocument, { error: new ErrorResponse(500, "", undefined), pathname: c.req.path }));
    c.header("Cache-Control", "no-store");
    c.header("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'");
    return c.html(`<!doctype html>${page}`, 500);
  };
}
