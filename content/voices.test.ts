import { expect, test } from "vitest";
import type { Person, Testimonial } from "./agency.ts";
import { en } from "./en/index.ts";
import { gl } from "./gl/index.ts";
import { teamOf, voicesOf } from "./voices.ts";

const client: Testimonial = {
  name: "Sabela Rey",
  trade: { en: "Cheese dairy", es: "Quesería", gl: "Queixería" },
  town: "Arzúa",
  text: { en: "They call back.", es: "Devuelven las llamadas.", gl: "Devolven as chamadas." },
  picture: "sabela.jpg",
};
const person: Person = { name: "Uxía", role: { en: "Builds", es: "Construye", gl: "Constrúe" } };

test("without real testimonials there are samples at home, each marked, and nobody on a public site", () => {
  const atHome = voicesOf("en", en, true, []);
  expect(atHome.map(({ name }) => name)).toContain(en.home.testimonials.samples.bakery.name);
  expect(atHome.every(({ sample }) => sample)).toBe(true);
  expect(voicesOf("en", en, false, [])).toEqual([]);
  expect(teamOf("en", en, [])).toEqual([]);
});

test.each([true, false])("real testimonials stand alone, in the page's language (samples allowed: %s)", (showSamples) => {
  expect(voicesOf("gl", gl, showSamples, [client])).toEqual([
    {
      name: "Sabela Rey",
      trade: "Queixería",
      town: "Arzúa",
      text: "Devolven as chamadas.",
      portrait: { src: "/portraits/sabela.webp", alt: "Foto de Sabela Rey" },
    },
  ]);
  expect(voicesOf("gl", gl, showSamples, [{ ...client, picture: undefined }])[0]!.portrait).toBeUndefined();
});

test("people of the agency are named with what they do, with a picture or without", () => {
  expect(teamOf("gl", gl, [person, { ...person, picture: "uxia.png" }])).toEqual([
    { name: "Uxía", role: "Constrúe", portrait: undefined },
    { name: "Uxía", role: "Constrúe", portrait: { src: "/portraits/uxia.webp", alt: "Foto de Uxía" } },
  ]);
});
