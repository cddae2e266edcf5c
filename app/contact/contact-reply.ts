import type { FieldErrors, Typed } from "#backend/requests/request.ts";

/** What the server answers when it did not store a request; one that it stored is answered with the next page. */
export type ContactReply = {
  outcome: "invalid" | "limited" | "failed" | "tooLarge";
  /** What was typed, for browsers without JavaScript; the others still have it. */
  typed?: Typed;
  errors?: FieldErrors;
  /** Minutes until another request is accepted. */
  wait?: number;
  /** The page where it was first written, when that is not the one that shows the form now. */
  from?: string;
};
