import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { agency } from "#content/agency.ts";
import { languageTags, localePath, locales } from "#content/locales.ts";
import { pageMeta, type PageMeta } from "./page-meta.ts";

const meta: PageMeta = {
  title: "Title",
  description: "Description",
  keywords: "some, words",
  socialTitle: "Social title",
  socialDescription: "Social description",
  siteUrl: "https://abrente.example",
  index: true,
  jsonLd: [],
};

type Tag = Record<string, string | undefined>;

function tagsOf(pathname: string, changes: Partial<PageMeta> = {}): Tag[] {
  return pageMeta({ loaderData: { meta: { ...meta, ...changes } }, location: { pathname } }) as Tag[];
}

function contents(tags: Tag[], name: string) {
  return tags.filter((tag) => tag.name === name || tag.property === name).map((tag) => tag.content);
}

function canonicals(tags: Tag[]) {
  return tags.filter((tag) => tag.rel === "canonical").map((tag) => tag.href);
}

function alternates(tags: Tag[]) {
  return Object.fromEntries(tags.filter((tag) => tag.rel === "alternate").map((tag) => [tag.hrefLang, tag.href]));
}

test("gives a page its texts, each once, the title with the agency's name", () => {
  const tags = tagsOf("/contact");
  expect(tags.filter((tag) => "title" in tag)).toEqual([{ title: `Title · ${agency.name}` }]);
  expect(contents(tags, "description")).toEqual(["Description"]);
  expect(contents(tags, "keywords")).toEqual(["some, words"]);
  expect(contents(tags, "og:title")).toEqual(["Social title"]);
  expect(contents(tags, "og:description")).toEqual(["Social description"]);
});

test.each([
  ["/", "https://abrente.example/"],
  ["/gl", "https://abrente.example/gl"],
  ["/gl/", "https://abrente.example/gl"],
  ["/es/legal/aviso-legal", "https://abrente.example/es/legal/aviso-legal"],
  ["/contact", "https://abrente.example/contact"],
])("names one canonical address for %s, for social networks too", (pathname, address) => {
  const tags = tagsOf(pathname);
  expect(canonicals(tags)).toEqual([address]);
  expect(contents(tags, "og:url")).toEqual([address]);
});

test("names the same page in every language, by language and by tag, and the default for everyone else", () => {
  expect(alternates(tagsOf("/gl/contact"))).toEqual({
    en: "https://abrente.example/contact",
    "en-US": "https://abrente.example/contact",
    es: "https://abrente.example/es/contact",
    "es-ES": "https://abrente.example/es/contact",
    gl: "https://abrente.example/gl/contact",
    "gl-ES": "https://abrente.example/gl/contact",
    "x-default": "https://abrente.example/contact",
  });
});

test.each(["/", "/contact", "/legal/politica-cookies"])("links the languages of %s back to each other", (path) => {
  const pages = locales.map((locale) => ({ locale, tags: tagsOf(localePath(locale, path)) }));
  for (const { locale, tags } of pages) {
    const links = alternates(tags);
    expect(canonicals(tags)).toEqual([links[locale]]);
    expect(links[languageTags[locale]]).toBe(links[locale]);
    for (const other of pages) expect(alternates(other.tags)).toEqual(links);
  }
});

test.each([
  ["/", "en_US", ["es_ES", "gl_ES"]],
  ["/es", "es_ES", ["en_US", "gl_ES"]],
  ["/gl/contact", "gl_ES", ["en_US", "es_ES"]],
])("says to social networks which language %s is in, and which others there are", (pathname, own, others) => {
  const tags = tagsOf(pathname);
  expect(contents(tags, "og:locale")).toEqual([own]);
  expect(contents(tags, "og:locale:alternate")).toEqual(others);
});

test("keeps a page out of search engines only when it says so", () => {
  expect(contents(tagsOf("/"), "robots")).toEqual([]);
  expect(contents(tagsOf("/login", { index: false }), "robots")).toEqual(["noindex"]);
});

test.each([
  ["its message", new ErrorResponse(404, "", "Page not found"), `Page not found · ${agency.name}`],
  ["its status when it has no message", new ErrorResponse(503, "", null), `503 · ${agency.name}`],
  ["the word Error when it has neither", undefined, `Error · ${agency.name}`],
])("titles an error with %s, keeps it out of search engines, and says nothing else of it", (_, error, title) => {
  expect(pageMeta({ location: { pathname: "/gl/nope" }, error })).toEqual([{ title }, { name: "robots", content: "noindex" }]);
});
