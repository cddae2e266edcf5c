import type { User } from "@supabase/supabase-js";
import { data, type RouterContextProvider } from "react-router";
import { isAnothers } from "#app/account/guard.server.ts";
import { backendContext, siteContext } from "#app/context.ts";
import { textsOf } from "#app/i18n/page-texts.server.ts";
import { isUuid } from "#backend/database/uuid.ts";
import { readForm, textIn } from "#backend/form-text.ts";
import { StorageAway } from "#backend/requests/file-store.ts";
import { askUpload, beginUpload, continueUpload, type Received } from "#backend/requests/file-uploads.ts";
import {
  collectRemoved,
  dropUnsent,
  findUnsent,
  readFiles,
  readUnsent,
  type Adder,
  type FileParts,
  type Refusal,
} from "#backend/requests/files.ts";
import { fileResponse, thumbnail, zipOf } from "./file-response.server.ts";

type Args = { request: Request; url: URL; context: Readonly<RouterContextProvider> };
/** Whose files: a conversation that whoever asks was let into, and who they are in it. */
export type Place = { requestId: string; adder: Adder; user?: User; zipName: string };

/** A file of a conversation, a small picture of it, or all of them; and how far an upload has come. */
export async function answerReading(args: Args, { requestId, adder, zipName }: Place): Promise<Response> {
  const { request, url, context } = args;
  const parts: FileParts = context.get(backendContext);
  const upload = url.searchParams.get("upload");
  if (upload !== null) {
    const file = isUuid(upload) && (await findUnsent(parts.queries, requestId, upload, adder));
    return file ? tell(args, () => askUpload(parts, file), { "Upload-Length": String(file.size) }) : tus(404);
  }
  const files = await readFiles(parts.queries, [requestId]);
  if (url.searchParams.has("all") && files.length > 0) {
    return zipOf(
      parts.accounts,
      zipName,
      files.map((file) => ({ ...file, folder: "" })),
    );
  }
  const id = url.searchParams.get("file");
  const file = files.find((one) => one.id === id) ?? (await readUnsent(parts.queries, requestId, adder)).find((one) => one.id === id);
  if (!file) throw data("Page Not Found", { status: 404 });
  return url.searchParams.has("small") ? thumbnail(parts.accounts, file, request) : fileResponse(parts.accounts, file, request, url);
}

/** Takes an upload, part by part, and what was added by mistake away again. Pages answer no other methods than GET, HEAD and POST. */
export async function answerSending(args: Args, { requestId, adder, user }: Place): Promise<Response> {
  const { request, url, context } = args;
  const parts: FileParts = context.get(backendContext);
  const { headers } = request;
  if (headers.get("upload-length")) {
    const size = Number(headers.get("upload-length"));
    const name = nameIn(headers.get("upload-metadata") ?? "");
    return tell(args, async () => {
      const begun = await beginUpload(parts, { ...adder, requestId, name, size: Number.isSafeInteger(size) ? size : 0 });
      return "refused" in begun ? begun : { received: 0, file: begun.file.id };
    });
  }
  const upload = url.searchParams.get("upload");
  const file = isUuid(upload) && (await findUnsent(parts.queries, requestId, upload, adder));
  if (headers.get("x-http-method-override") === "PATCH") {
    return file ? tell(args, () => continueUpload(parts, file, headers.get("upload-offset") ?? "", request.body)) : tus(404);
  }
  const form = await readForm(request);
  if (user && isAnothers(form, user)) {
    const { texts } = await textsOf(args);
    return Response.json({ message: texts.account.errors.other_account }, { status: 409 });
  }
  const unwanted = textIn(form, "remove");
  const removed = isUuid(unwanted) ? await dropUnsent(parts.queries, requestId, [unwanted], adder) : [];
  if (removed.length === 0) return Response.json({ refused: "gone" }, { status: 404 });
  // What is not removed now is removed later.
  await collectRemoved(parts).catch(() => {});
  return Response.json({ removed });
}

type Told = Received | { received: number; file: string };

const statusOf: Record<Refusal, number> = { large: 413, full: 413, type: 415, content: 415, empty: 400, limited: 429, gone: 404 };

/** Says how far it has come, or why it goes no further, in the words of tus. */
async function tell({ url, context }: Args, work: () => Promise<Told>, more: Record<string, string> = {}): Promise<Response> {
  try {
    const told = await work();
    if (!told) return tus(404);
    if ("refused" in told) return Response.json({ refused: told.refused }, { status: statusOf[told.refused], headers: protocol });
    const offset = { "Upload-Offset": String(told.received), ...more };
    if (!("file" in told)) return tus(204, offset);
    const location = new URL(url);
    location.searchParams.set("upload", told.file);
    return tus(201, { ...offset, Location: location.pathname + location.search });
  } catch (error) {
    if (!(error instanceof StorageAway)) throw error;
    context.get(siteContext).report?.(error);
    return Response.json({ refused: "away" }, { status: 503, headers: protocol });
  }
}

const protocol = { "Tus-Resumable": "1.0.0" };

function tus(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...protocol, ...headers } });
}

/** `name base64, filename base64`. */
function nameIn(metadata: string): string {
  const [, encoded = ""] = /(?:^|,)\s*filename ([A-Za-z0-9+/=]*)/.exec(metadata) ?? [];
  return Buffer.from(encoded, "base64").toString();
}
