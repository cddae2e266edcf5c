import { inject } from "vitest";

/** The running site that all files share: built, on the embedded database, with limits that no test reaches. */
export const siteUrl = inject("siteUrl");

/** Asks without following a redirect, and in no language unless one is given. */
export function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(siteUrl + path, { redirect: "manual", headers: { "Accept-Language": "", ...headers } });
}

export async function htmlOf(path: string, headers: Record<string, string> = { "Accept-Language": "en" }): Promise<string> {
  return (await ask(path, headers)).text();
}

const valueOf = (element: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`, "i").exec(element)?.[1];

/** The values of an attribute of all elements that have the others. */
export function attributesOf(html: string, element: string, having: Record<string, string>, wanted: string): string[] {
  const elements = [...html.matchAll(new RegExp(`<${element}\\b[^>]*>`, "g"))].map(([text]) => text);
  const matching = elements.filter((text) => Object.entries(having).every(([name, value]) => valueOf(text, name) === value));
  return matching.flatMap((text) => valueOf(text, wanted) ?? []).map(plain);
}

/** What can be read of a part of a page. */
export function textOf(html: string): string {
  const readable = html.replaceAll(/<(script|style|noscript|template)\b.*?<\/\1>/gs, " ").replaceAll(/<!--.*?-->/gs, "");
  return plain(readable.replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The element with an id, up to its end. */
export function partOf(html: string, element: string, id: string): string {
  return new RegExp(`<${element}\\b[^>]*\\sid="${id}".*?</${element}>`, "s").exec(html)![0];
}

function plain(text: string): string {
  const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'", nbsp: " " };
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => signs[name] ?? whole);
}
