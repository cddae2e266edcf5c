import { expect, type Page } from "@playwright/test";

/** Waits until React has the page, its effects included: only then it asks for the manifest (app/root.tsx). */
export async function hydrated(page: Page) {
  await expect(page.locator("link[rel=manifest]")).toBeAttached();
}
