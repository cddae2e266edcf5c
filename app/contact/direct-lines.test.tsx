import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { agency } from "#content/agency.ts";
import { en } from "#content/en/index.ts";
import { DirectLines } from "./direct-lines.tsx";

const call = `href="tel:${agency.phone}"`;

test.each([
  ["+34600000000", [call, 'href="https://wa.me/34600000000"']],
  ["", [call]],
])("with the WhatsApp %j of the agency, there is a way for each number and nothing else", (whatsapp, ways) => {
  const html = renderToStaticMarkup(<DirectLines text={en.contact.lines} section="hero" whatsapp={whatsapp} />);
  expect(html.match(/href="[^"]*"/g)).toEqual(ways);
});
