import { notSupported, RestError } from "./errors.ts";

/** How the answer is to be written. */
export type Format = { kind: "array" | "object" | "csv"; type: string; withoutNulls: boolean };

const kinds: Record<string, Format["kind"]> = {
  "*/*": "array",
  "application/*": "array",
  "application/json": "array",
  "application/vnd.pgrst.array+json": "array",
  "application/vnd.pgrst.array": "array",
  "application/vnd.pgrst.object+json": "object",
  "application/vnd.pgrst.object": "object",
  "text/csv": "csv",
};

/** Of what the client takes, the first that there is. */
export function formatOf(accept = "*/*"): Format {
  for (const one of accept.toLowerCase().split(",")) {
    const [type, ...parameters] = one.split(";").map((part) => part.trim());
    const kind = kinds[type || "*/*"];
    if (!kind) continue;
    const isOwn = type!.includes("pgrst");
    return {
      kind,
      type: kind === "csv" ? "text/csv; charset=utf-8" : `${isOwn ? type : "application/json"}; charset=utf-8`,
      withoutNulls: isOwn && parameters.includes("nulls=stripped"),
    };
  }
  throw new RestError(406, "PGRST107", `None of these media types are available: ${accept.slice(0, 200)}`);
}

/** What the client prefers (RFC 7240), as far as it is known here. */
export type Preferences = {
  return: "minimal" | "representation" | "headers-only";
  resolution?: "merge-duplicates" | "ignore-duplicates";
  count: boolean;
  missingDefault: boolean;
  maxAffected?: number;
  /** What was heeded, to be said in the answer. */
  applied: string[];
};

export function preferencesOf(prefer = ""): Preferences {
  const given = new Map(
    prefer.split(",").flatMap((one) => {
      const [name, value] = one.split("=", 2).map((part) => part.trim());
      return name && value ? [[name, value] as const] : [];
    }),
  );
  // Done and not undone it would be the opposite of what was wanted.
  if (given.get("tx") === "rollback") throw notSupported("Prefer: tx=rollback");
  const wanted = given.get("return");
  const resolution = given.get("resolution");
  const count = given.get("count");
  const most = given.get("max-affected");
  const preferences: Preferences = {
    return: wanted === "representation" || wanted === "headers-only" ? wanted : "minimal",
    resolution: resolution === "merge-duplicates" || resolution === "ignore-duplicates" ? resolution : undefined,
    // Planned and estimated ones save time where there are millions of rows; an exact one is never wrong.
    count: count === "exact" || count === "planned" || count === "estimated",
    missingDefault: given.get("missing") === "default",
    maxAffected: given.get("handling") === "strict" && most && /^\d{1,9}$/.test(most) ? Number(most) : undefined,
    applied: [],
  };
  const { applied } = preferences;
  if (preferences.resolution) applied.push(`resolution=${preferences.resolution}`);
  if (preferences.missingDefault) applied.push("missing=default");
  if (wanted === preferences.return) applied.push(`return=${wanted}`);
  if (preferences.count) applied.push("count=exact");
  if (preferences.maxAffected !== undefined) applied.push("handling=strict", `max-affected=${preferences.maxAffected}`);
  return preferences;
}

/** The page of rows that is asked for: in the address, or by the header Range. */
export function pageOf(given: { limit?: number; offset?: number }, range: string | undefined): { limit?: number; offset: number } {
  let { limit, offset = 0 } = given;
  const [, first, last] = /^(\d{1,9})-(\d{0,9})$/.exec(range ?? "") ?? [];
  if (first !== undefined) {
    if (last && Number(last) < Number(first)) {
      throw new RestError(416, "PGRST103", "Requested range not satisfiable", {
        details: "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
      });
    }
    const length = last ? Number(last) - Number(first) + 1 : undefined;
    offset += Number(first);
    if (length !== undefined) limit = Math.min(limit ?? length, length);
  }
  return { limit, offset };
}
