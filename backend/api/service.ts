import type { Context, Hono } from "hono";
import type { AuthEnv } from "#backend/auth/context.ts";

/** One part of a Supabase project's API, on our own database. */
export type Service = {
  app: Hono<AuthEnv>;
  /** Bytes that a body may have; without it the service measures itself what it reads. */
  largestBody?: number;
  /** What the server refuses before the service is asked, in the service's own words. */
  refuse(c: Context, status: 400 | 405 | 413 | 414, message: string): Response;
};

/** By the address under which they answer, such as `/auth/v1`. */
export type Services = Record<string, Service>;
