import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Content } from "#content/en/index.ts";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { smallButton } from "./intent-button.tsx";
import { shortcutsKey } from "./storage-keys.ts";

const inList = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);

/** Milliseconds without a key, by which who has written looks up. */
const pauseOfWriters = 2000;

/** What each key does, by the elements that do the same for a pointer, or by where they lead. */
const actions: Record<string, (go: Go) => unknown> = {
  j: (go) => isLeavingList() || follow(rowBeside(1) ?? inList("a[rel=next]"), go),
  k: (go) => isLeavingList() || follow(rowBeside(-1) ?? inList("a[rel=prev]"), go),
  e: () => inList("[data-move-on]")?.click(),
  r: () => inList("[data-reply]")?.focus(),
  "/": () => {
    const search = document.querySelector<HTMLInputElement>("[data-search]");
    search?.focus();
    search?.select();
  },
};

type Go = (to: string, options: { preventScrollReset: boolean }) => void;

/** The row after or before the open request; without one, the list is come to from its top or from its end. */
function rowBeside(step: 1 | -1): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")];
  const at = rows.findIndex((row) => row.ariaCurrent === "true");
  return at < 0 ? rows.at(step > 0 ? 0 : -1) : rows[at + step];
}

/** The rows still shown are not those that a key is meant for: another page of the list is on its way. */
const isLeavingList = () => inList("[aria-busy=true] [data-row]") !== null;

function follow(link: HTMLElement | null | undefined, go: Go) {
  if (link) go(link.getAttribute("href")!, { preventScrollReset: link.matches("[data-row]") });
}

/** The keys of the inbox, and the sheet that names them. */
export function Shortcuts({ text }: { text: Content["messages"]["shortcuts"] }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [isOff, setIsOff] = useState(() => !import.meta.env.SSR && localStorage.getItem(shortcutsKey.name) === "off");
  useEffect(() => {
    if (isOff) return;
    let typed: { field: HTMLElement; at: number } | undefined;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      // What is behind a dialog does nothing.
      if (document.querySelector("dialog[open]")) return;
      const target = event.target as HTMLElement;
      // Out of what is being written, for the keys to count again.
      if (event.key === "Escape" && !event.isComposing && target.matches("main textarea")) return target.blur();
      if (target.closest("textarea, select, [contenteditable], input:not([type=checkbox])")) {
        typed = { field: target, at: Date.now() };
        return;
      }
      // Somebody else may have erased the request with the field in it, and a quick writer is in the middle of a word.
      if (typed && !typed.field.isConnected && Date.now() - typed.at < pauseOfWriters) {
        typed.at = Date.now();
        return;
      }
      const action = event.key === "?" ? () => sheet.current?.showModal() : actions[event.key];
      if (!action) return;
      event.preventDefault();
      typed = undefined;
      // The list shows at once where it goes: the next key may come before that is there.
      action((to, options) => void navigate(to, { ...options, flushSync: true }));
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOff, navigate]);

  function use(isUsed: boolean) {
    setIsOff(!isUsed);
    if (isUsed) localStorage.removeItem(shortcutsKey.name);
    else localStorage.setItem(shortcutsKey.name, "off");
  }

  if (!hydrated) return null;
  return (
    <>
      <button type="button" onClick={() => sheet.current?.showModal()} className={`${smallButton} max-lg:hidden`}>
        {text.open}
        <kbd className="ml-2 font-sans text-muted">?</kbd>
      </button>
      <dialog
        ref={sheet}
        aria-labelledby="shortcuts-heading"
        className="m-auto w-full max-w-md border border-line bg-foam p-6 text-ink backdrop:bg-deep/60"
      >
        <h2 id="shortcuts-heading" className="text-title">
          {text.heading}
        </h2>
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
          {Object.entries(text.keys).map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-flex min-w-8 justify-center border border-line bg-shade px-2 font-sans font-semibold">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-6 flex items-center gap-3">
          <input type="checkbox" checked={!isOff} onChange={({ target }) => use(target.checked)} className="size-5 accent-tide" />
          {text.use}
        </label>
        <form method="dialog" className="mt-6">
          <button className={smallButton}>{text.close}</button>
        </form>
      </dialog>
    </>
  );
}
