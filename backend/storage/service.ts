import { Hono } from "hono";
import type { Service } from "#backend/api/service.ts";
import type { AuthContext, AuthEnv } from "#backend/auth/context.ts";
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from "./buckets.ts";
import type { Handler, Storage } from "./context.ts";
import { download, downloadSigned } from "./download.ts";
import { errorResponse, readError, refuseStorageCall, StorageError } from "./errors.ts";
import { image, imageSigned } from "./images.ts";
import { list, listV2 } from "./list.ts";
import { copy, info, move, removeMany, removeOne } from "./objects.ts";
import { askResumable, beginResumable, continueResumable, describeResumable, endResumable } from "./resumable.ts";
import { signMany, signOne, signUpload } from "./sign.ts";
import { upload, uploadSigned } from "./upload.ts";

/** The HTTP API of Supabase Storage, as its client libraries use it, on our own database and our own store. */
export function createStorage(storage: Storage): Service {
  const app = new Hono<AuthEnv>();
  const on = (handler: Handler) => (c: AuthContext) => handler(storage, c);

  app.onError((error, c) => {
    const known = readError(error);
    if (!known) storage.log.error({ err: error, id: c.get("requestId") }, "storage failed");
    const response = errorResponse(c, known ?? new StorageError(500, "InternalError", "Internal server error"));
    // What is left unread of a file would end the connection under the next call.
    if (isLong(c)) response.headers.set("Connection", "close");
    return response;
  });

  app.get("/bucket", on(listBuckets));
  app.post("/bucket", on(createBucket));
  app.get("/bucket/:id", on(getBucket));
  app.put("/bucket/:id", on(updateBucket));
  app.delete("/bucket/:id", on(deleteBucket));
  app.post("/bucket/:id/empty", on(emptyBucket));

  app.post("/object/list/:bucket", on(list));
  app.post("/object/list-v2/:bucket", on(listV2));
  app.post("/object/move", on(move));
  app.post("/object/copy", on(copy));
  app.post("/object/sign/:bucket", on(signMany));
  app.post("/object/sign/:bucket/:name{.+}", on(signOne));
  app.get("/object/sign/:bucket/:name{.+}", on(downloadSigned));
  app.post("/object/upload/sign/:bucket/:name{.+}", on(signUpload));
  app.put("/object/upload/sign/:bucket/:name{.+}", on(uploadSigned));
  app.get("/object/info/public/:bucket/:name{.+}", on(info("/object/info/public/", "public")));
  app.get("/object/info/authenticated/:bucket/:name{.+}", on(info("/object/info/authenticated/", "mine")));
  app.get("/object/info/:bucket/:name{.+}", on(info("/object/info/", "either")));
  app.get("/object/public/:bucket/:name{.+}", on(download("/object/public/", "public")));
  app.get("/object/authenticated/:bucket/:name{.+}", on(download("/object/authenticated/", "mine")));
  app.get("/object/:bucket/:name{.+}", on(download("/object/", "either")));
  app.post("/object/:bucket/:name{.+}", on(upload));
  app.put("/object/:bucket/:name{.+}", on(upload));
  app.delete("/object/:bucket", on(removeMany));
  app.delete("/object/:bucket/:name{.+}", on(removeOne));

  app.get("/render/image/public/:bucket/:name{.+}", on(image("/render/image/public/", "public")));
  app.get("/render/image/authenticated/:bucket/:name{.+}", on(image("/render/image/authenticated/", "either")));
  app.get("/render/image/sign/:bucket/:name{.+}", on(imageSigned));

  app.options("/upload/resumable", on(describeResumable));
  app.post("/upload/resumable", on(beginResumable));
  // Hono asks this for HEAD too, which is what comes.
  app.get("/upload/resumable/:id", on(askResumable));
  app.patch("/upload/resumable/:id", on(continueResumable));
  app.delete("/upload/resumable/:id", on(endResumable));

  // Last, and not by `notFound`: that of a mounted app is not asked, and the site's pages would answer.
  app.all("*", () => {
    throw new StorageError(404, "InvalidRequest", "Route not found", "Not Found");
  });
  return { app, refuse: refuseStorageCall };
}

function isLong(c: AuthContext): boolean {
  return c.req.header("transfer-encoding") !== undefined || Number(c.req.header("content-length") ?? 0) > 64 * 1024;
}
