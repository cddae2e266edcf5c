import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { ErrorScreen } from "./error-screen.tsx";
import { help } from "./help.ts";

const screenAt = (address: string, error: unknown = new Error("Failed to fetch")) =>
  renderToString(
    <MemoryRouter initialEntries={[address]}>
      <ErrorScreen error={error} />
    </MemoryRouter>,
  );

test("a page of somebody's own that failed can be tried again at its address", () => {
  expect(screenAt("/gl/admin/messages?q=pan")).toMatch(new RegExp(`<a href="/gl/admin/messages\\?q=pan"[^>]*>${help.gl.again}</a>`));
  expect(screenAt("/contact")).not.toContain("<a ");
});
