import type { AuthError, SupabaseClient } from "@supabase/supabase-js";
import QRCode from "qrcode";

/** A second factor that waits for its first code: what an app takes it from. */
export type NewFactor = { id: string; uri: string; secret: string; picture: string };

/** Begins a second factor; one that was begun and left is forgotten. */
export async function beginFactor(auth: SupabaseClient["auth"]): Promise<{ newFactor?: NewFactor; error?: AuthError }> {
  const { data: known } = await auth.mfa.listFactors();
  for (const { id, status } of known?.all ?? []) if (status === "unverified") await auth.mfa.unenroll({ factorId: id });
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: `app ${new Date().toISOString()}` });
  return error ? { error } : { newFactor: await drawFactor(data.id, data.totp.uri) };
}

/** The same one again, after a code that was not right. It comes from the form, so it is only drawn, never believed. */
export async function drawFactor(id: string, uri: string): Promise<NewFactor | undefined> {
  const secret = URL.parse(uri)?.searchParams.get("secret");
  if (!uri.startsWith("otpauth://totp/") || uri.length > 500 || !secret) return;
  const svg = await QRCode.toString(uri, { type: "svg", margin: 2 });
  return {
    id,
    uri,
    secret: secret.replace(/(.{4})(?=.)/g, "$1 "),
    picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
  };
}
