import { existsSync, fdatasyncSync } from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { isDiskFailure, syncFolder } from "#backend/durable-files.ts";
import { StartError } from "#backend/start-error.ts";

/** The parts of PGlite's file layer that are changed. */
type Layer = {
  realPath(node: Node): string;
  tryFSOperation<T>(work: () => T): T;
  node_ops: { mknod(parent: Node, name: string, mode: number, device: number): Node };
  stream_ops: { fsync?(stream: { nfd: number; node: Node }): void };
};
type Node = { mode: number };

/**
 * The files of the embedded database, synced when Postgres asks for it. PGlite's own layer has no fsync: Postgres believes that its log and its
 * tables are on the disk, and a power cut takes what was acknowledged.
 *
 * After a write or a sync that failed nobody knows what is on the disk, and trying again proves nothing: the database is not asked any
 * more, the process ends, and the next one finds in the log what was acknowledged.
 */
export class SyncedFiles extends NodeFS {
  /** Something was synced: Postgres asks for it, and it comes here. */
  synced = false;
  failure?: StartError;
  #failed = Promise.withResolvers<StartError>();
  /** When it fails. */
  readonly failed = this.#failed.promise;

  override async init(...[pg, options]: Parameters<NodeFS["init"]>) {
    const { emscriptenOpts } = await super.init(pg, options);
    let lastWords = "";
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...emscriptenOpts.preRun!, (mod: object) => this.#change((mod as { NODEFS?: Layer }).NODEFS)],
        printErr: (text: string) => (lastWords = text),
        // Where Postgres gives up by itself.
        onAbort: () => this.#fail(`The embedded database gave up: ${lastWords}`),
      },
    };
  }

  #change(layer?: Layer) {
    if (!layer?.tryFSOperation || !layer.realPath || !layer.node_ops?.mknod || !layer.stream_ops) {
      throw new StartError(unsafe("its file layer is another one"));
    }
    const { tryFSOperation } = layer;
    const { mknod } = layer.node_ops;
    /** Folders with new names in them. */
    const unsynced = new Set<string>();

    layer.tryFSOperation = (work) => {
      if (this.failure) throw new Passing();
      // Other refusals are answers that Postgres can handle.
      return tryFSOperation(() => this.#watch(work, isDiskFailure));
    };
    layer.node_ops.mknod = (parent, ...rest) => {
      const node = mknod(parent, ...rest);
      unsynced.add(layer.realPath(parent));
      return node;
    };
    // A file that is on the disk without its name is lost. Postgres counts on its name coming with it.
    layer.stream_ops.fsync = ({ nfd, node }) =>
      this.#watch(() => {
        if ((node.mode & folderMode) === folderMode) syncFolder(layer.realPath(node));
        else fdatasyncSync(nfd);
        for (const folder of unsynced) if (existsSync(folder)) syncFolder(folder);
        unsynced.clear();
        this.synced = true;
      }, always);
  }

  #watch<T>(work: () => T, isFailure: (error: unknown) => boolean): T {
    try {
      return work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      const { code, syscall } = error as NodeJS.ErrnoException;
      this.#fail(`The disk of the data folder (DATA_DIR) failed (${code}, ${syscall}): ${nextStart}`);
    }
  }

  #fail(sentence: string): never {
    this.failure ??= new StartError(sentence);
    this.#failed.resolve(this.failure);
    throw new Passing();
  }
}

const always = () => true;
const folderMode = 0o040000;
const nextStart = "the site stops. What it has acknowledged is on the disk, and its next start goes on from there.";
export const unsafe = (reason: string) =>
  `This version of PGlite cannot be made safe against a power cut as the one before it: ${reason}. Go back to the version in package-lock.json: npm ci`;

/** PGlite takes whatever is thrown inside a query for an error that Postgres has handled, and goes on. This one is thrown again when it looks. */
class Passing extends Error {
  get status(): never {
    throw this;
  }
}
