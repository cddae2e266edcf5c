import { expect, test } from "vitest";
import { isPrivate } from "./private-pages.ts";

test.each(["/me", "/gl/me", "/es/admin/messages", "/admin/messages.csv", "/confirm", "/gl/login", "/es/conversation"])(
  "%s is somebody's own",
  (path) => {
    expect(isPrivate(path)).toBe(true);
  },
);

test.each(["/", "/gl", "/contact", "/mess", "/legal/politica-cookies", "/no/me"])("%s is for everyone", (path) => {
  expect(isPrivate(path)).toBe(false);
});
