import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { en } from "#content/en/index.ts";
import { voicesOf } from "#content/voices.ts";
import { Testimonials } from "./testimonials.tsx";

const voices = voicesOf("en", en, true);

test.each([1, 2, 3, 6])("with %i testimonials as many windows are lit, and the layout is theirs", (count) => {
  const html = renderToStaticMarkup(<Testimonials text={en.home.testimonials} voices={voices.slice(0, count)} />);
  expect(html.match(/data-lit/g)).toHaveLength(count);
  expect(html.match(/<figure/g)).toHaveLength(count);
  expect(html).toContain(`data-quotes="${count}"`);
});
