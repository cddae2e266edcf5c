import { expect, test } from "vitest";
import { usedStyles } from "./used-styles.ts";

const html = `<html><body class="plain"><nav class="lg:hidden w-[50%] &gt;x"><a href="/">Home</a></nav><input type="date"/><svg fill="var(--sea)"></svg></body></html>`;

test.each([
  ["a class or an element that the page has", ".plain{a:b}a{c:d}", ".plain{a:b}a{c:d}"],
  ["those that it has not", ".fancy{a:b}table{c:d}nav table{e:f}.plain.fancy{g:h}", ""],
  ["one selector of several", "a,table,.plain,.fancy>a{a:b}", "a,.plain{a:b}"],
  [
    "names with characters that must be escaped",
    String.raw`.lg\:hidden{a:b}.w-\[50\%\]{c:d}.w-\[60\%\]{e:f}`,
    String.raw`.lg\:hidden{a:b}.w-\[50\%\]{c:d}`,
  ],
  ["states, which may come and go", 'a:hover{a:b}a:not(.fancy):focus{c:d}[data-x="1"] a{e:f}:root[data-theme=dark]{g:h}*,:before{i:j}'],
  ["choices, if one of them is there", "nav :is(table,a){a:b}:where(.plain>:not(:last-child)){c:d}"],
  ["choices of which none is there", "nav :is(table,.fancy){a:b}:where(.fancy>:not(:last-child)){c:d}", ""],
  [
    "the parts of a field that is there",
    "::-webkit-datetime-edit{a:b}::file-selector-button{c:d}::placeholder{e:f}",
    "::-webkit-datetime-edit{a:b}::placeholder{e:f}",
  ],
  ["blocks around rules", "@media (width>=1rem){a{a:b}table{c:d}}@layer x{@supports (a:b){table{c:d}}}", "@media (width>=1rem){a{a:b}}"],
  ["the order of layers", "@layer a,b;a{c:d}"],
  ["braces and semicolons in strings", `a{content:"};{";b:c}.fancy{content:'}'}nav{d:e}`, `a{content:"};{";b:c}nav{d:e}`],
  ["no comments", "/*! licence } */a{a:b}", "a{a:b}"],
])("of a stylesheet it keeps %s", (_, css, kept = css) => {
  expect(usedStyles(css, html)).toBe(kept);
});

test.each([
  [
    "what a person does",
    "a:hover{a:b}a:focus-visible,nav{c:d}a:disabled{e:f}a:not(:hover){g:h}::placeholder{i:j}",
    "nav{c:d}a:not(:hover){g:h}",
  ],
  ["a class that is only named like it", String.raw`.lg\:hidden{a:b}.plain{c:d}`, String.raw`.lg\:hidden{a:b}.plain{c:d}`],
  [
    "paper, and browsers without scripts",
    "@media print{a{a:b}}@media (scripting:none){a{c:d}}@media screen{a{e:f}}",
    "@media screen{a{e:f}}",
  ],
  ["what is not drawn", "a{transition-duration:1s;color:red;cursor:pointer}nav{cursor:pointer}", "a{color:red}"],
])("of an untouched page it knows %s", (_, css, kept) => {
  expect(usedStyles(css, html, { untouched: true })).toBe(kept);
});

test("a variable stays as long as something uses it, in the styles or in the page", () => {
  const css = ":root{--sea:blue;--sky:var(--high);--high:white;--gone:red;--lost:var(--gone)}a{color:var(--sky)}";
  expect(usedStyles(css, html)).toBe(":root{--sea:blue;--sky:var(--high);--high:white}a{color:var(--sky)}");
});

test("animations, and properties that are registered, stay as long as something uses them", () => {
  const css =
    "@keyframes rise{0%{a:b}to{c:d}}@keyframes fall{0%{a:b}}@property --x{syntax:'*'}@property --y{syntax:'*'}a{animation:rise 1s;width:var(--x)}";
  expect(usedStyles(css, html)).toBe("@keyframes rise{0%{a:b}to{c:d}}@property --x{syntax:'*'}a{animation:rise 1s;width:var(--x)}");
});

test("a variable that nothing sets is replaced by its fallback", () => {
  const css = "*{--unset:initial;--set:1}a{width:var(--unset,calc(var(--set,2)*1px));height:var(--page,) var(--none,x)}";
  expect(usedStyles(css, html)).toBe("*{--set:1}a{width:calc(var(--set,2)*1px);height: x}");
});
