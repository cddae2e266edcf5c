import type { AuthContext } from "#backend/auth/context.ts";
import { RestError } from "./errors.ts";

/** What was sent: as it came, because numbers may be longer than JavaScript's, and the names that are in it. */
export type Body = { isList: boolean; text: string; rows: Record<string, unknown>[] };

/** Postgres gives up at what is nested deeper. */
const deepest = 50;

export async function readRows(c: AuthContext): Promise<Body> {
  const [type = ""] = (c.req.header("content-type") ?? "application/json").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    throw new RestError(415, "PGRST102", `Content-Type not acceptable: ${type.slice(0, 100)}. Only application/json is supported here.`);
  }
  const text = await c.req.text();
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new RestError(400, "PGRST102", "Empty or invalid json");
  }
  const isList = Array.isArray(given);
  const rows = isList ? (given as unknown[]) : [given];
  if (!rows.every((row) => typeof row === "object" && row !== null && !Array.isArray(row))) {
    throw new RestError(400, "PGRST102", "Empty or invalid json: an object or a list of objects is expected");
  }
  if (isDeeper(given, deepest)) throw new RestError(400, "PGRST102", `Invalid json: it is nested in more than ${deepest} levels`);
  return { isList, text, rows: rows as Record<string, unknown>[] };
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((one) => isDeeper(one, depth - 1));
}
