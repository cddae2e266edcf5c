import { sql } from "drizzle-orm";
import { errors, jwtVerify, SignJWT, type JWTPayload } from "jose";
import { z } from "zod";
import type { AuthContext } from "#backend/auth/context.ts";
import { findBucket } from "./buckets.ts";
import { as, callerOf, placeIn, readJson, rowsOf, rowsOfTexts, text, type Handler, type Storage } from "./context.ts";
import { invalidToken, noSuchKey } from "./errors.ts";
import { sizes } from "./image-sizes.ts";
import { tryWriting, type Place } from "./write-row.ts";

/** What an address is signed for. A token is good for its purpose alone, and is no access token. */
type Purpose = "download" | "image" | "upload";

/** Replacing the key of the access tokens leaves them good, unless that key has leaked. */
const secretOf = ({ keys }: Storage) => new TextEncoder().encode(keys.mac("signed file", ""));

async function sign(storage: Storage, purpose: Purpose, { bucket, name }: Place, seconds: number, more: JWTPayload = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ url: `${bucket}/${name}`, ...more })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setAudience(`storage:${purpose}`)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(secretOf(storage));
}

/** What the token in the address says, if it is for this purpose and this place. */
export async function readSigned(storage: Storage, c: AuthContext, purpose: Purpose, { bucket, name }: Place): Promise<JWTPayload> {
  const token = c.req.query("token");
  if (!token) throw invalidToken("querystring must have required property 'token'");
  let claims: JWTPayload;
  try {
    claims = (await jwtVerify(token, secretOf(storage), { algorithms: ["HS256"], audience: `storage:${purpose}` })).payload;
  } catch (error) {
    throw invalidToken(error instanceof errors.JWTExpired ? '"exp" claim timestamp check failed' : "Invalid token");
  }
  if (claims.url !== `${bucket}/${name}`) throw invalidToken("The url do not match the signature");
  return claims;
}

const tenYears = 315_360_000;
const expiresIn = z.number().int().min(1).max(tenYears);
const one = z.object({ expiresIn, transform: sizes.optional() });

export const signOne: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const place = placeIn(c, "/object/sign/");
  const { expiresIn: seconds, transform } = await readJson(c, one);
  const [found] = await as(storage, c, caller, "object.sign", (queries) =>
    rowsOf(queries, sql`select from storage.objects where bucket_id = ${place.bucket} and name = ${place.name}`),
  );
  if (!found) throw noSuchKey();
  const isImage = transform && Object.keys(transform).length > 0;
  const token = isImage ? await sign(storage, "image", place, seconds, { transform }) : await sign(storage, "download", place, seconds);
  return c.json({ signedURL: `/${isImage ? "render/image" : "object"}/sign/${place.bucket}/${place.name}?token=${token}` });
};

const many = z.object({ expiresIn, paths: z.array(text).min(1).max(1000) });

export const signMany: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const bucket = c.req.param("bucket")!;
  const { expiresIn: seconds, paths } = await readJson(c, many);
  const rows = await as(storage, c, caller, "object.sign_many", (queries) =>
    rowsOf<{ name: string }>(
      queries,
      sql`select name from storage.objects where bucket_id = ${bucket} and name in (select ${rowsOfTexts(paths)})`,
    ),
  );
  const found = new Set(rows.map(({ name }) => name));
  const missing = "Either the object does not exist or you do not have access to it";
  return c.json(
    await Promise.all(
      paths.map(async (name) => {
        if (!found.has(name)) return { error: missing, path: name, signedURL: null };
        const token = await sign(storage, "download", { bucket, name }, seconds);
        return { error: null, path: name, signedURL: `/object/sign/${bucket}/${name}?token=${token}` };
      }),
    ),
  );
};

const twoHours = 7200;

/** For somebody else to upload one file, by who could do it themselves. */
export const signUpload: Handler = async (storage, c) => {
  const caller = await callerOf(storage, c);
  const place = placeIn(c, "/object/upload/sign/");
  const isUpsert = c.req.header("x-upsert") === "true";
  await findBucket(storage, place.bucket);
  await tryWriting(storage, c, place, { caller, isUpsert });
  const token = await sign(storage, "upload", place, twoHours, { owner: caller.claims.sub, upsert: isUpsert });
  return c.json({ url: `/object/upload/sign/${place.bucket}/${place.name}?token=${token}`, token });
};
