import { expect, test } from "vitest";
import { installedIcon, installedIcons } from "./installed-icons.server.ts";

test("draws an installed icon, ready to be put into an <svg>", () => {
  const menu = installedIcon("lucide:menu");
  expect(menu).toEqual({ body: expect.stringMatching(/^<path [^]*\/>$/), viewBox: "0 0 24 24" });
});

test("draws an icon by its other name", () => {
  expect(installedIcon("lucide:home")?.body).toContain("<path");
  expect(installedIcon("lucide:home")).toEqual(installedIcon("lucide:house"));
});

test("gives the same drawing each time it is asked", () => {
  expect(installedIcon("lucide:sun")).toBe(installedIcon("lucide:sun"));
  expect(installedIcon("lucide:sun")).not.toEqual(installedIcon("lucide:moon"));
});

test.each([
  "lucide:no-such-icon",
  "mdi:menu",
  "menu",
  "lucide:",
  "",
  ":",
  "lucide:menu:menu",
  "../lucide:menu",
  "constructor:menu",
  "__proto__:menu",
])("has no drawing for %j", (name) => {
  expect(installedIcon(name)).toBeUndefined();
});

const everyObjectHas = ["constructor", "__proto__", "toString", "hasOwnProperty"];

test("has no drawing for a name that every object has", () => {
  expect(everyObjectHas.filter((name) => installedIcon(`lucide:${name}`))).toEqual([]);
});

test("gives some icons of a set in Iconify's JSON, and only those", () => {
  const set = installedIcons("lucide", ["menu", "sun", "no-such-icon"]);
  expect(set).toMatchObject({ prefix: "lucide", width: 24, height: 24 });
  expect(Object.keys(set!.icons).toSorted()).toEqual(["menu", "sun"]);
  expect(set!.icons.menu!.body).toBe(installedIcon("lucide:menu")!.body);
});

test("gives an icon's other name as an alias, with the icon it stands for", () => {
  expect(installedIcons("lucide", ["home"])).toMatchObject({
    icons: { house: { body: expect.any(String) } },
    aliases: { home: { parent: "house" } },
  });
});

test("gives nothing when the set or every name is unknown", () => {
  expect(installedIcons("mdi", ["menu"])).toBeUndefined();
  expect(installedIcons("__proto__", ["menu"])).toBeUndefined();
  expect(installedIcons("lucide", ["no-such-icon"])).toBeUndefined();
  expect(installedIcons("lucide", [])).toBeUndefined();
});

test("gives nothing for a name that every object has, alone or among others", () => {
  expect(everyObjectHas.filter((name) => installedIcons("lucide", [name]))).toEqual([]);
  expect(Object.keys(installedIcons("lucide", ["menu", ...everyObjectHas])!.icons)).toEqual(["menu"]);
});
