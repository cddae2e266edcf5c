import { hasSession } from "#app/consent/has-session.ts";

/** Marks on <html> that somebody is signed in, and no more than that. */
export function markSession() {
  const { dataset } = document.documentElement;
  if (hasSession()) dataset.session = "";
  else delete dataset.session;
}
