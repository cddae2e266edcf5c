import { hydrated } from "./hydrated.ts";
import { newPerson, signedIn } from "./people.ts";
import { expect, test } from "./story.ts";

/** The browser's own client of the accounts, on a page that only the tests' build has. Without a browser: tests/http/accounts.test.ts. */

test("another tab follows when its visitor signs out by the browser's client", async ({ context }) => {
  await signedIn(context, (await newPerson()).email);
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const tab of [first, second]) {
    await tab.goto("/test/session");
    await expect(tab.getByText("Signed in as")).toBeVisible();
    await hydrated(tab);
  }
  await first.getByRole("button", { name: "Leave" }).click();
  await expect(first.getByText("Signed out")).toBeVisible();
  await expect(second.getByText("Signed out")).toBeVisible();
});
