import { test as base } from "./own-server.ts";

/** For pages that nobody touches. The headless shell has a pointer at 0, 0 that comes over each new page, and that would count as a touch. */
export const test = base.extend({
  context: async ({ context }, use) => {
    await context.addInitScript(() => {
      for (const sign of ["pointerover", "pointermove"] as const)
        addEventListener(sign, (event) => event.clientX + event.clientY === 0 && event.stopImmediatePropagation(), true);
    });
    await use(context);
  },
});
