import { isRouteErrorResponse } from "react-router";

export type ErrorObject = { statusCode?: number; message?: string };

/** What React Router puts in place of a server's own words, which never leave it. */
const withheld = "Unexpected Server Error";

/** The error object of the error screen: a status code and a message, where there are any, and nothing else. */
export function describeError(error: unknown): ErrorObject {
  if (isRouteErrorResponse(error)) {
    // What the router itself says is for developers; the status has a plain name.
    const own = "internal" in error && error.internal ? undefined : error.data;
    return { statusCode: error.status, message: (typeof own === "string" && own) || error.statusText || undefined };
  }
  if (!(error instanceof Error)) return {};
  return error.message === withheld ? { statusCode: 500 } : { message: error.message || undefined };
}
