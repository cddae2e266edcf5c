import { DrizzleQueryError } from "drizzle-orm";
import type { Context } from "hono";
import { CallRefused } from "#backend/api/caller.ts";
import { isDiskFailure } from "#backend/durable-files.ts";
import { MalformedForm } from "#backend/multipart.ts";

/** An answer that says no, in the words of Supabase's storage: its clients go by the code and the message. */
export class StorageError extends Error {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, error: string = code, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.error = error;
    this.headers = headers;
  }
}

export function errorResponse(c: Context, { status, code, error, message, headers }: StorageError): Response {
  return c.json({ statusCode: String(status), code, error, message }, status as 400, { ...headers, "Cache-Control": "no-store" });
}

/** What the server in front of the service refuses, in the words of the service. */
export function refuseStorageCall(c: Context, status: 400 | 405 | 413 | 414, message: string): Response {
  return errorResponse(c, new StorageError(status, status === 413 ? "EntityTooLarge" : "InvalidRequest", message));
}

export const noSuchBucket = () => new StorageError(404, "NoSuchBucket", "Bucket not found", "Bucket not found");
export const noSuchKey = () => new StorageError(404, "NoSuchKey", "Object not found", "not_found");
export const noSuchUpload = () => new StorageError(404, "NoSuchUpload", "Upload not found");
export const alreadyExists = () => new StorageError(409, "ResourceAlreadyExists", "The resource already exists", "Duplicate");
export const bucketNotEmpty = () => new StorageError(409, "ResourceNotEmpty", "The bucket you tried to delete is not empty");
export const invalidKey = (name: string) => new StorageError(400, "InvalidKey", `Invalid key: ${name}`);
export const invalidRequest = (message: string) => new StorageError(400, "InvalidRequest", message);
export const invalidToken = (message: string) => new StorageError(400, "InvalidJWT", message);
export const tooLarge = (message = "The object exceeded the maximum allowed size") =>
  new StorageError(413, "EntityTooLarge", message, "Payload too large");
export const overQuota = () => tooLarge("The storage of this site is full");
export const invalidMimeType = (type: string) =>
  new StorageError(415, "InvalidMimeType", `mime type ${type} is not supported`, "invalid_mime_type");
export const invalidRange = (size: number) =>
  new StorageError(416, "InvalidRange", "invalid range provided", "invalid_range", { "Content-Range": `bytes */${size}` });
export const accessDenied = (message = "Access denied") => new StorageError(403, "AccessDenied", message, "Unauthorized");
export const noRoom = () => new StorageError(507, "InternalError", "The disk of the server is full", "InsufficientStorage");

/** What went wrong, as something to say; undefined for what only the log should know. */
export function readError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (error instanceof CallRefused) return new StorageError(error.status, "AccessDenied", error.message, "Unauthorized");
  if (isDiskFailure(error)) return noRoom();
  if (error instanceof MalformedForm) return invalidRequest(error.message);
  if (!(error instanceof DrizzleQueryError)) return;
  const { code = "", message } = error.cause as { code?: string; message: string };
  if (code === "42501")
    return accessDenied(message.includes("row-level security") ? "new row violates row-level security policy" : message);
  if (code === "ABFUL") return overQuota();
  if (code === "23505") return alreadyExists();
  if (code === "23503") return new StorageError(404, "InvalidRequest", "The related resource does not exist");
  if (code === "57014") return new StorageError(503, "DatabaseTimeout", "The connection to the database timed out");
  // What the policies or triggers of a project raise themselves, and values that Postgres does not take.
  if (code === "P0001" || code.startsWith("22") || code.startsWith("23")) return invalidRequest(message);
}
