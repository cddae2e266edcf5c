import { isRouteErrorResponse } from "react-router";

export type ErrorObject = { statusCode?: number; message?: string };

/** What React Router puts in place of a server's own words, which never leave it. */
const withheld = "Unexpected Server Error";

/** The error object of the error screen: a status code and a message, where there are any, and nothing else. */
export function describeError(error: unknown): ErrorObject {
  if (isRouteErrorResponse(error)) {
    return { statusCode: error.status, message: (typeof error.data === "string" && error.data) || error.statusText || undefined };
  }
  if (error instanceof Error && error.message !== withheld) return { message: error.message || undefined };
  return {};
}
