import { expect, test } from "vitest";
import { linkParts } from "./link-parts.ts";

test("addresses become links, and the sentence around them stays", () => {
  expect(linkParts("Mira (https://a.example/x?y=1&z=2), ou escribe a uxia@a.example.\nAta logo: mailto:iria@a.example")).toEqual([
    { text: "Mira (" },
    { text: "https://a.example/x?y=1&z=2", href: "https://a.example/x?y=1&z=2" },
    { text: "), ou escribe a " },
    { text: "uxia@a.example", href: "mailto:uxia@a.example" },
    { text: ".\nAta logo: " },
    { text: "mailto:iria@a.example", href: "mailto:iria@a.example" },
  ]);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt://x/%0aalert(1)",
  "data:text/html,<script>",
  "vbscript:x",
  "https:",
  "https://",
  "//evil.example",
  "file:///etc/passwd",
  "a@b",
  `https://a.example/${"x".repeat(2000)}`,
])("%s stays a word", (text) => {
  expect(linkParts(text)).toEqual([{ text }]);
});

test("nothing of a text is lost, whatever it is", () => {
  for (const text of ["", "  \n\n x ", "((((", "…", '<a href="https://a.example">x</a>', "https://a.example/<b>"])
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
});
