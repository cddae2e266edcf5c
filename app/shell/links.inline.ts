import { askAgain } from "#app/consent/consent.inline.ts";

export function followLinks() {
  const { dataset } = document.documentElement;
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (!link) return;
    const isHere = link.pathname === location.pathname;
    if (isHere && link.hash === "#cookies") return askAgain(event);
    // The language switch works as it is; here it keeps the anchor too.
    if (link.dataset.language) link.search = `?to=${encodeURIComponent(location.pathname + location.search + location.hash)}`;
    // Anchors of the same page glide; other pages begin at once.
    if (isHere && link.hash) dataset.smooth = "";
    link.closest<HTMLElement>("[popover]")?.hidePopover?.();
  });
  addEventListener("scrollend", () => delete dataset.smooth);
}

/** A menu that is open while the window grows would stay as a bar of its own, and one that the keyboard has left would lie over the focus. */
export function tidyMenu() {
  addEventListener("resize", () => {
    if (document.querySelector<HTMLElement>("[popovertarget]")?.offsetParent === null) openMenu()?.hidePopover();
  });
  addEventListener("focusin", ({ target }) => {
    // Its own button closes it by itself.
    if (!(target as Element).closest("[popover], [popovertarget]")) openMenu()?.hidePopover();
  });
}

function openMenu() {
  return document.querySelector<HTMLElement>("[popover]:popover-open");
}
