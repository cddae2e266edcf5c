import { expect, type Page } from "@playwright/test";

/** How often a page has joined a channel. */
const joins = new WeakMap<Page, number>();
const isJoin = /^\["(\d+)","\1","realtime:.*"phx_reply",\{"status":"ok"/;

/** Opens a page and waits until it is told what happens: it has loaded its data once again since it joined. */
export async function told(page: Page, open: () => Promise<unknown>) {
  await joined(page, open);
  await page.waitForLoadState("networkidle");
}

/** Does what makes a page join its channel, and waits until it has. */
export async function joined(page: Page, act: () => Promise<unknown>) {
  if (!joins.has(page)) {
    joins.set(page, 0);
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => void (isJoin.test(String(payload)) && joins.set(page, joins.get(page)! + 1))),
    );
  }
  const before = joins.get(page)!;
  await act();
  await expect.poll(() => joins.get(page), { intervals: [20] }).toBeGreaterThan(before);
}
