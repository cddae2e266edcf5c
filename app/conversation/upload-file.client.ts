import type { Upload } from "tus-js-client";
import type { Refusal } from "#backend/requests/files.ts";
import { largestPart } from "./upload-part.ts";

export type Failure = Refusal | "away" | "signedOut";

type Heard = {
  /** The server expects it, under this id. */
  begun(id: string): void;
  /** Bytes that have left. */
  progress(sent: number): void;
  /** The connection is gone; it goes on by itself. */
  lost(): void;
  /** The server has all of it. */
  done(): void;
  failed(why: Failure): void;
};

/** Seconds until it is tried again; the last of them from then on. */
const waits = [1, 2, 4, 8];
/** How often a server may say that it cannot. */
const mostRefusals = 4;

/** Sends a file in parts, for as long as it takes; gives what ends it. */
export function uploadFile(file: File, address: string, heard: Heard): () => void {
  let upload: Upload | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [tries, refusals] = [0, 0];
  let isOver = false;

  async function begin() {
    const { Upload } = await import("tus-js-client");
    if (isOver) return;
    upload = new Upload(file, {
      endpoint: new URL(address, location.href).href,
      metadata: { filename: file.name },
      chunkSize: largestPart,
      // Pages answer GET, HEAD and POST alone.
      overridePatchMethod: true,
      // What cannot go on is begun again here, and nothing of it is kept on the device.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => heard.begun(new URL(upload!.url!, location.href).searchParams.get("upload")!),
      onProgress(sent) {
        tries = 0;
        if (!isOver) heard.progress(sent);
      },
      onSuccess() {
        stop();
        heard.done();
      },
      onError(error) {
        const response = "originalResponse" in error ? error.originalResponse : null;
        const status = response?.getStatus() ?? 0;
        // Offline, or a server that stopped in the midst of it.
        if (status === 0 || (status >= 500 && ++refusals < mostRefusals)) return goOnLater();
        stop();
        heard.failed(failureOf(status, response!.getBody()));
      },
    });
    upload.start();
  }

  function goOnLater() {
    if (isOver) return;
    heard.lost();
    timer = setTimeout(goOn, 1000 * waits[Math.min(tries++, waits.length - 1)]!);
  }

  function goOn() {
    clearTimeout(timer);
    timer = undefined;
    if (!isOver) upload?.start();
  }

  const nowOnline = () => timer !== undefined && goOn();

  function stop() {
    isOver = true;
    clearTimeout(timer);
    removeEventListener("online", nowOnline);
  }

  addEventListener("online", nowOnline);
  begin().catch(() => {
    stop();
    heard.failed("away");
  });
  return () => {
    stop();
    void upload?.abort();
  };
}

function failureOf(status: number, body: string): Failure {
  if (status === 401) return "signedOut";
  try {
    return (JSON.parse(body) as { refused: Failure }).refused ?? "away";
  } catch {
    return status === 404 || status === 410 ? "gone" : "away";
  }
}
