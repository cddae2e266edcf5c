import { useRef, useState } from "react";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { smallButton } from "./intent-button.tsx";
import { alertsKey } from "./storage-keys.ts";

type Choice = { sound?: boolean; notification?: boolean };
type Text = Content["messages"]["alerts"];

/** How the agency wants to be told of what clients send while it does something else: not at all, until it turns it on, on this device. */
export function Alerts({ text, className }: { text: Text; className: string }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const hydrated = useHydrated();
  const [choice, setChoice] = useState(readChoice);
  const [isBlocked, setIsBlocked] = useState(false);

  function choose(next: Choice) {
    setChoice(next);
    if (next.sound || next.notification) localStorage.setItem(alertsKey.name, JSON.stringify(next));
    else localStorage.removeItem(alertsKey.name);
  }

  async function wantNotification(isWanted: boolean) {
    const isAllowed = !isWanted || (await Notification.requestPermission()) === "granted";
    setIsBlocked(!isAllowed);
    choose({ ...choice, notification: isWanted && isAllowed });
  }

  if (!hydrated) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => sheet.current?.showModal()}
        className={`${smallButton} max-lg:absolute max-lg:right-0 max-lg:bottom-0 ${className}`}
      >
        {text.open}
      </button>
      <dialog
        ref={sheet}
        aria-labelledby="alerts-heading"
        className="m-auto w-full max-w-md border border-line bg-foam p-6 text-ink backdrop:bg-deep/60"
      >
        <h2 id="alerts-heading" className="text-title">
          {text.heading}
        </h2>
        <p className="mt-2 text-muted">{text.text}</p>
        <label className="mt-4 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={choice.sound ?? false}
            onChange={({ target }) => {
              choose({ ...choice, sound: target.checked });
              if (target.checked) void ring();
            }}
            className="size-5 accent-tide"
          />
          {text.sound}
        </label>
        {"Notification" in window && (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={choice.notification ?? false}
              onChange={({ target }) => void wantNotification(target.checked)}
              className="size-5 accent-tide"
            />
            {text.notification}
          </label>
        )}
        <p role="status" className="mt-1 text-sm text-alert">
          {isBlocked && text.blocked}
        </p>
        <form method="dialog" className="mt-4">
          <button className={smallButton}>{text.close}</button>
        </form>
      </dialog>
    </>
  );
}

/** Tells of something that has come, if the agency wants it. One of several tabs is enough. */
export function sayAlert(what: string, says: string) {
  const { sound, notification } = readChoice();
  if (sound) void navigator.locks.request("inbox-sound", { ifAvailable: true }, (lock) => lock && ring());
  if (notification && !document.hasFocus()) notify(what, says);
}

/** Whoever reads it elsewhere learns that something has come, not from whom. */
function notify(what: string, says: string) {
  try {
    const shown = new Notification(agency.name, { body: says, tag: what });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
    });
  } catch {
    // Phones have them for installed applications alone.
  }
}

/** Two short notes. Browsers play nothing on a page that nobody has touched yet. */
async function ring() {
  const audio = new AudioContext();
  [660, 880].forEach((frequency, number) => {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + number * 0.15;
    note.frequency.value = frequency;
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(start + 0.3);
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await audio.close();
}

function readChoice(): Choice {
  if (import.meta.env.SSR) return {};
  try {
    return JSON.parse(localStorage.getItem(alertsKey.name) ?? "{}") as Choice;
  } catch {
    return {};
  }
}
