import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { Icon } from "#app/ui/icon.tsx";
import { accepted } from "#backend/requests/file-types.ts";
import type { Content } from "#content/en/index.ts";
import { fileSize, fill, percent, wholeNumber } from "#content/format.ts";
import type { Locale } from "#content/locales.ts";
import { largestDrawnPdf } from "./file-kinds.ts";
import { Name, Preview, type ShownFile } from "./files.tsx";
import { createUploads, isUnderWay, type Item } from "./uploads.ts";

export type FileFieldProps = {
  /** Where the files of this conversation are. */
  address: string;
  /** Bytes of one file. */
  largest: number;
  /** What was added before, and not sent. */
  unsent: ShownFile[];
  /** The ids of what was sent. */
  sent: string[];
  text: Content["files"];
};

const link = "min-h-11 cursor-pointer px-1 text-sm font-semibold text-tide underline underline-offset-4";

/**
 * Files that go with the message of the form around it: chosen, dropped or pasted. They leave at once, and the message waits for them. Without
 * JavaScript they go with the form.
 */
export function FileField({ locale, whose, error, ...props }: FileFieldProps & { locale: Locale; whose: string; error?: string }) {
  const { address, largest, unsent, sent, text } = props;
  const hydrated = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const [uploads] = useState(() => createUploads({ address, whose, largest, unsent }));
  const items = useSyncExternalStore(uploads.subscribe, uploads.items, uploads.items);
  const [isOver, setOver] = useState(false);
  const { said, say } = useAnnouncements(items, text, locale);
  const { isWaiting, stopWaiting } = useSending(field, uploads, items);

  const sentIds = sent.join();
  useEffect(() => uploads.learn(unsent, new Set(sentIds.split(","))), [uploads, unsent, sentIds]);
  useEffect(() => {
    const input = field.current!;
    const form = input.form!;
    function take(files: FileList | undefined | null) {
      if (!files?.length) return false;
      uploads.add([...files]);
      say(countOf(text.said.added, files.length, locale));
      return true;
    }
    function choose() {
      take(input.files);
      input.value = "";
    }
    function paste(event: ClipboardEvent) {
      // A text with pictures in it is a text.
      if (!event.clipboardData?.types.includes("text/plain") && take(event.clipboardData?.files)) event.preventDefault();
    }
    function drag(event: DragEvent) {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(event.type === "dragover");
      if (event.type === "drop") take(event.dataTransfer.files);
    }
    function leave(event: DragEvent) {
      if (!form.contains(event.relatedTarget as Node | null)) setOver(false);
    }
    // What was chosen before React was awake.
    choose();
    input.addEventListener("change", choose);
    form.addEventListener("paste", paste);
    for (const name of ["dragover", "drop"] as const) form.addEventListener(name, drag);
    form.addEventListener("dragleave", leave);
    return () => {
      input.removeEventListener("change", choose);
      form.removeEventListener("paste", paste);
      for (const name of ["dragover", "drop"] as const) form.removeEventListener(name, drag);
      form.removeEventListener("dragleave", leave);
    };
  }, [uploads, say, text, locale]);

  return (
    <div
      className={`grid gap-2 border-2 border-dashed p-3 ${isOver ? "border-tide bg-shade" : "border-line"} [@media(scripting:none)]:border-transparent [@media(scripting:none)]:p-0`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <input
          ref={field}
          id="field-files"
          type="file"
          multiple
          accept={accepted}
          // With JavaScript the files are there before the form is sent.
          name={hydrated ? undefined : "files"}
          aria-invalid={!!error}
          aria-describedby={error ? "field-files-error field-files-hint" : "field-files-hint"}
          className="peer sr-only [@media(scripting:none)]:not-sr-only [@media(scripting:none)]:order-1 [@media(scripting:none)]:min-h-11 [@media(scripting:none)]:max-w-full [@media(scripting:none)]:py-2 file:mr-3 file:min-h-11 file:rounded-full file:border file:border-solid file:border-granite file:bg-foam file:px-4 file:text-sm file:font-semibold file:text-ink"
        />
        <label
          htmlFor="field-files"
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-granite bg-foam px-4 text-sm font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-tide hover:border-ink [@media(scripting:none)]:border-0 [@media(scripting:none)]:bg-transparent [@media(scripting:none)]:px-0"
        >
          <Icon name="lucide:paperclip" />
          {text.add}
        </label>
        <p aria-hidden className="text-sm text-muted max-sm:hidden [@media(scripting:none)]:hidden">
          {isOver ? text.dropping : text.drop}
        </p>
      </div>
      {error && (
        <p id="field-files-error" className="text-sm font-semibold whitespace-pre-line text-alert">
          {error}
        </p>
      )}
      <p id="field-files-hint" className="text-sm text-muted">
        {text.hint}
      </p>
      {items.length > 0 && (
        <ul aria-label={text.list} className="grid gap-2">
          {items.map((item) => (
            <li key={item.key} data-upload={item.state} className="border border-line bg-foam px-3 py-1.5">
              {hydrated ? <UploadItem {...{ item, uploads, text, locale, address }} /> : <TickedFile file={item.shown!} />}
            </li>
          ))}
        </ul>
      )}
      {isWaiting && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm font-semibold">
          {text.wait}
          <button type="button" onClick={stopWaiting} className={link}>
            {text.stop}
          </button>
        </p>
      )}
      <p role="status" className="sr-only">
        {isWaiting ? text.wait : said}
      </p>
    </div>
  );
}

type ItemProps = {
  item: Item;
  uploads: ReturnType<typeof createUploads>;
  text: Content["files"];
  locale: Locale;
  address: string;
};

function UploadItem({ item, uploads, text, locale, address }: ItemProps) {
  const { name, size, state, sent, id, why, shown } = item;
  const share = percent(locale, size ? Math.floor((100 * sent) / size) : 0);
  const words = {
    waiting: text.waiting,
    sending: fill(text.sending, { percent: share, size: fileSize(locale, size) }),
    lost: fill(text.lost, { percent: share }),
    checking: text.checking,
    ready: shown?.size ?? fileSize(locale, size),
    failed: why && text.errors[why],
  }[state];
  const isComing = isUnderWay(item);
  const preview = state === "ready" ? (shown ?? previewOf(name, size, `${address}&file=${id}`)) : {};
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      {state === "ready" && <input type="hidden" name="file" value={id} />}
      <Preview of={preview} className="size-11 shrink-0" />
      <div className="min-w-0 flex-1 basis-24 py-1">
        <p className="text-sm leading-snug font-medium">
          <Name name={name} />
        </p>
        {isComing && (
          <progress aria-label={name} value={sent} max={size} className="my-1 block h-2 w-full accent-tide">
            {share}
          </progress>
        )}
        <p className={`text-sm ${state === "failed" ? "font-semibold text-alert" : "text-muted"}`}>{words}</p>
      </div>
      <div className="flex items-center gap-3">
        {state === "failed" && !["type", "large", "empty", "content", "many"].includes(why!) && (
          <button type="button" onClick={() => uploads.again(item)} aria-label={`${text.again}: ${name}`} className={link}>
            {text.again}
          </button>
        )}
        <button
          type="button"
          onClick={(event) => {
            const next = nextFocus(event.currentTarget);
            uploads.remove(item);
            next?.focus();
          }}
          aria-label={`${isComing ? text.cancel : text.remove}: ${name}`}
          className={link}
        >
          {isComing ? text.cancel : text.remove}
        </button>
      </div>
    </div>
  );
}

/** Without JavaScript: what was added before goes with the message, unless it is unticked. */
function TickedFile({ file }: { file: ShownFile }) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input type="hidden" name="listed" value={file.id} />
      <input type="checkbox" name="file" value={file.id} defaultChecked className="size-5 shrink-0 accent-tide" />
      <span>
        <Name name={file.name} /> <span className="text-muted">({file.size})</span>
      </span>
    </label>
  );
}

function previewOf(name: string, size: number, file: string): Pick<ShownFile, "small" | "pdf"> {
  if (/\.svg$/i.test(name)) return { small: file };
  if (/\.pdf$/i.test(name)) return { pdf: size <= largestDrawnPdf ? file : undefined };
  return { small: /\.(png|jpe?g|gif|webp|avif)$/i.test(name) ? `${file}&small=` : undefined };
}

/** The focus stays in the list: it goes to the next file, or else to what adds another. */
function nextFocus(button: HTMLElement): HTMLElement | null {
  const item = button.closest("li")!;
  const neighbour = item.nextElementSibling ?? item.previousElementSibling;
  return neighbour?.querySelector<HTMLElement>("button:last-of-type") ?? document.querySelector<HTMLElement>("#field-files");
}

/** What is told to whoever does not see it: few words, and never the percents. */
function useAnnouncements(items: Item[], text: Content["files"], locale: Locale) {
  const [said, say] = useState("");
  const before = useRef(items);
  useEffect(() => {
    const was = (key: string) => before.current.find((item) => item.key === key)?.state;
    const failed = items.find(({ key, state }) => state === "failed" && was(key) !== "failed");
    const isLost = items.some(({ key, state }) => state === "lost" && was(key) !== "lost");
    const gone = before.current.find(({ key }) => !items.some((item) => item.key === key));
    const ready = items.filter(({ state, shown }) => state === "ready" && !shown).length;
    if (failed) say(fill(text.said.failed, { name: failed.name, why: text.errors[failed.why!] }));
    else if (isLost) say(text.said.lost);
    else if (gone && items.length > 0) say(fill(text.said.removed, { name: gone.name }));
    else if (before.current.some(isUnderWay) && !items.some(isUnderWay) && ready > 0) say(countOf(text.said.done, ready, locale));
    before.current = items;
  }, [items, text, locale]);
  return { said, say };
}

function countOf(texts: { one: string; many: string }, count: number, locale: Locale): string {
  return fill(count === 1 ? texts.one : texts.many, { n: wholeNumber(locale, count) });
}

/** A form that is sent while files are on their way is sent when they are there. One that failed is shown first. */
function useSending(field: RefObject<HTMLInputElement | null>, uploads: ItemProps["uploads"], items: Item[]) {
  const [waiting, setWaiting] = useState<{ submitter: HTMLElement | null }>();
  useEffect(() => {
    const form = field.current!.form!;
    function hold(event: SubmitEvent) {
      const isBusy = uploads.isBusy();
      setWaiting(isBusy ? { submitter: event.submitter } : undefined);
      if (isBusy || showFailed(form)) event.preventDefault();
    }
    function warn(event: BeforeUnloadEvent) {
      if (uploads.isBusy()) event.preventDefault();
    }
    form.addEventListener("submit", hold);
    addEventListener("beforeunload", warn);
    return () => {
      form.removeEventListener("submit", hold);
      removeEventListener("beforeunload", warn);
      uploads.stop();
    };
  }, [field, uploads]);

  const isBusy = items.some(isUnderWay);
  useEffect(() => {
    if (waiting && !isBusy) field.current!.form!.requestSubmit(waiting.submitter);
  }, [waiting, isBusy, field]);

  return { isWaiting: waiting !== undefined, stopWaiting: () => setWaiting(undefined) };
}

function showFailed(form: HTMLFormElement): boolean {
  const failed = form.querySelector<HTMLElement>("[data-upload=failed] button");
  failed?.focus();
  return failed !== null;
}
