import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { onTestFinished } from "vitest";

/**
 * A disk that can lose its power. What this process does with the files of a folder is done, and written down in order; from the record comes
 * what a cut at any moment may leave: a file has what was written to it before its last sync, a folder the names of before its own, and of
 * what came later all, nothing, or any part.
 */

type File = { kind: "file" };
type Folder = { kind: "folder"; names: Map<string, File | Folder> };

type Event =
  | { type: "write"; file: File; at: number; data: Uint8Array }
  | { type: "truncate"; file: File; size: number }
  | { type: "sync"; of: File | Folder }
  | { type: "name"; folder: Folder; name: string; node: File | Folder | undefined }
  | { type: "move"; from: Folder; name: string; to: Folder; newName: string; node: File | Folder };

/** What is left of what was not synced: torn at the sectors of a disk, or the pages of a file system. */
export const losses = ["everything", "nothing", "any 512 bytes", "any 4096 bytes"] as const;
export type Loss = (typeof losses)[number];

/** Fails one write or sync. */
export type Fault = { at: number; code: "EIO" | "ENOSPC" };

type Options = { /** Says that it has synced, and has not. */ liesAboutSync?: boolean; fault?: Fault };

export type RecordedDisk = ReturnType<typeof recordDisk>;

/** Records what happens to a folder until the test is over, or `stop` is called. What is in it already counts as synced. */
export function recordDisk(rootPath: string, { liesAboutSync = false, fault }: Options = {}) {
  const root: Folder = { kind: "folder", names: new Map() };
  const events: Event[] = [];
  /** All that can fail, as it is called. */
  const operations: string[] = [];
  const open = new Map<number, { node: File | Folder; path: string; at: number }>();
  const real = { ...fs };
  const realOpen = fs.promises.open;

  const isOurs = (path: unknown): path is string => typeof path === "string" && `${resolve(path)}${sep}`.startsWith(rootPath + sep);
  const partsOf = (path: string) => relative(rootPath, resolve(path)).split(sep).filter(Boolean);
  const nodeAt = (path: string) =>
    partsOf(path).reduce<File | Folder | undefined>((node, name) => (node?.kind === "folder" ? node.names.get(name) : undefined), root);
  const folderOf = (path: string) => nodeAt(dirname(resolve(path))) as Folder;
  const nameOf = (path: string) => partsOf(path).at(-1)!;

  function setName(path: string, node: File | Folder | undefined) {
    const folder = folderOf(path);
    events.push({ type: "name", folder, name: nameOf(path), node });
    if (node) folder.names.set(nameOf(path), node);
    else folder.names.delete(nameOf(path));
  }

  function may(operation: string, path: string) {
    operations.push(`${operation} ${relative(rootPath, path)}`);
    if (fault && operations.length - 1 === fault.at) {
      throw Object.assign(new Error(`${fault.code}: on purpose, ${operation}`), { code: fault.code, syscall: operation });
    }
  }

  /** What came to be there without being asked one by one. */
  function recordTree(path: string) {
    if (real.statSync(path).isDirectory()) {
      if (!nodeAt(path)) setName(path, { kind: "folder", names: new Map() });
      for (const entry of real.readdirSync(path)) recordTree(join(path, entry));
    } else if (!nodeAt(path)) {
      const file: File = { kind: "file" };
      setName(path, file);
      events.push({ type: "write", file, at: 0, data: real.readFileSync(path) });
    }
  }

  function forget(path: string) {
    const node = nodeAt(path);
    if (node?.kind === "folder") for (const entry of node.names.keys()) forget(join(path, entry));
    if (node) setName(path, undefined);
  }

  const sync = (descriptor: number, work: (descriptor: number) => void) => {
    const opened = open.get(descriptor);
    if (opened) may("fsync", opened.path);
    work(descriptor);
    if (opened && !liesAboutSync) events.push({ type: "sync", of: opened.node });
  };

  const watched = {
    openSync(path, flags = "r", mode) {
      if (!isOurs(path)) return real.openSync(path, flags, mode);
      const { O_CREAT, O_TRUNC } = fs.constants;
      const bits = typeof flags === "number" ? flags : { r: 0, "r+": 2, w: 1 | O_CREAT | O_TRUNC, a: 1 | O_CREAT }[flags as "r"]!;
      if (bits & O_CREAT && !nodeAt(path)) may("open", path);
      const descriptor = real.openSync(path, flags, mode);
      let node = nodeAt(path);
      if (!node) setName(path, (node = { kind: "file" }));
      else if (bits & O_TRUNC) events.push({ type: "truncate", file: node as File, size: 0 });
      open.set(descriptor, { node, path, at: 0 });
      return descriptor;
    },
    closeSync(descriptor) {
      open.delete(descriptor);
      real.closeSync(descriptor);
    },
    writeSync(descriptor: number, content: Uint8Array | string, offset?: number, length?: number, position?: number | null) {
      const opened = open.get(descriptor);
      if (!opened) return (real.writeSync as any)(descriptor, content, offset, length, position);
      may("write", opened.path);
      const data = typeof content === "string" ? Buffer.from(content) : content.subarray(offset ?? 0, length && (offset ?? 0) + length);
      const at = position ?? opened.at;
      const written = real.writeSync(descriptor, data, 0, data.length, at);
      opened.at = at + written;
      events.push({ type: "write", file: opened.node as File, at, data: Buffer.from(data) });
      return written;
    },
    writeFileSync(path, content, options) {
      if (!isOurs(path)) return real.writeFileSync(path, content, options);
      const { mode, flush } = (options ?? {}) as { mode?: number; flush?: boolean };
      const descriptor = fs.openSync(path, "w", mode);
      try {
        if (content !== "") fs.writeSync(descriptor, content as string);
        if (flush) fs.fsyncSync(descriptor);
      } finally {
        fs.closeSync(descriptor);
      }
    },
    fsyncSync: (descriptor) => sync(descriptor, real.fsyncSync),
    fdatasyncSync: (descriptor) => sync(descriptor, real.fdatasyncSync),
    ftruncateSync(descriptor, size) {
      const opened = open.get(descriptor);
      if (opened) may("ftruncate", opened.path);
      real.ftruncateSync(descriptor, size);
      if (opened) events.push({ type: "truncate", file: opened.node as File, size: size ?? 0 });
    },
    truncateSync(path, size) {
      if (isOurs(path)) may("ftruncate", path);
      real.truncateSync(path, size);
      if (isOurs(path)) events.push({ type: "truncate", file: nodeAt(path) as File, size: size ?? 0 });
    },
    mkdirSync(path: string, options?: fs.MakeDirectoryOptions) {
      if (isOurs(path) && !nodeAt(path)) may("mkdir", path);
      const made = real.mkdirSync(path, options);
      if (isOurs(path)) recordTree(path);
      return made;
    },
    renameSync(from, to) {
      if (!isOurs(to)) return real.renameSync(from, to);
      may("rename", to);
      real.renameSync(from, to);
      const node = nodeAt(String(from))!;
      const move = { from: folderOf(String(from)), name: nameOf(String(from)), to: folderOf(to), newName: nameOf(to), node };
      events.push({ type: "move", ...move });
      move.from.names.delete(move.name);
      move.to.names.set(move.newName, node);
    },
    unlinkSync(path) {
      real.unlinkSync(path);
      if (isOurs(path)) forget(path);
    },
    rmdirSync(path) {
      real.rmdirSync(path);
      if (isOurs(path)) forget(path);
    },
    rmSync(path, options) {
      real.rmSync(path, options);
      if (isOurs(path)) forget(path);
    },
    cpSync(from, to, options) {
      real.cpSync(from, to, options);
      if (isOurs(to)) recordTree(to);
    },
  } as Partial<typeof fs>;

  /** As far as the storage goes: a file that is made, written on from its beginning and synced. */
  async function openHandle(path: string, flags = "r", mode?: number) {
    const isWritten = isOurs(path) && flags.startsWith("w");
    if (isWritten) may("open", path);
    const handle = await realOpen(path, flags, mode);
    if (!isWritten) return handle;
    const file: File = { kind: "file" };
    setName(path, file);
    const [write, datasync] = [handle.write.bind(handle), handle.datasync.bind(handle)];
    let at = 0;
    return Object.assign(handle, {
      async write(bytes: Buffer, from = 0) {
        may("write", path);
        const written = await write(bytes, from);
        events.push({ type: "write", file, at, data: Buffer.from(bytes.subarray(from, from + written.bytesWritten)) });
        at += written.bytesWritten;
        return written;
      },
      async datasync() {
        may("fsync", path);
        await datasync();
        if (!liesAboutSync) events.push({ type: "sync", of: file });
      },
    });
  }

  function stop() {
    // Left open by a database that was not closed.
    for (const descriptor of open.keys()) real.closeSync(descriptor);
    open.clear();
    Object.assign(fs, Object.fromEntries(Object.keys(watched).map((key) => [key, real[key as keyof typeof fs]])));
    fs.promises.open = realOpen;
    syncBuiltinESMExports();
  }

  for (const entry of real.readdirSync(rootPath)) recordTree(join(rootPath, entry));
  const before = events.length;
  Object.assign(fs, watched);
  fs.promises.open = openHandle as typeof realOpen;
  syncBuiltinESMExports();
  onTestFinished(stop);
  return { root, events, before, operations, stop };
}

/** What a cut leaves, for cuts in the order of their moments. */
export function replay({ root, events, before }: Pick<RecordedDisk, "root" | "events" | "before">) {
  const contents = new Map<File, Buffer>();
  const folders = new Map<Folder, Map<string, File | Folder>>();
  /** What was not synced yet, by what must be synced for it. */
  const pending = new Map<File | Folder, Event[]>();
  const order = new Map<Event, number>();
  let position = 0;

  function waitFor(node: File | Folder, event: Event) {
    if (!pending.has(node)) pending.set(node, []);
    pending.get(node)!.push(event);
    order.set(event, position);
  }

  function advance(to: number) {
    for (; position < to; position++) {
      const event = events[position]!;
      if (event.type === "sync") settle(event.of);
      else if (event.type === "name") waitFor(event.folder, event);
      else if (event.type === "move") for (const folder of new Set([event.from, event.to])) waitFor(folder, event);
      else waitFor(event.file, event);
      if (position === before - 1) for (const node of pending.keys()) settle(node);
    }
  }

  function settle(node: File | Folder) {
    const waiting = pending.get(node) ?? [];
    pending.delete(node);
    for (const event of waiting) {
      if (event.type === "name" || event.type === "move") {
        rename(folders, event);
        // A move is one step, wherever it was waited for.
        if (event.type === "move") for (const other of [event.from, event.to]) drop(other, event);
      } else if (event.type !== "sync") contents.set(event.file, changed(contents.get(event.file) ?? Buffer.alloc(0), event));
    }
  }

  function drop(folder: Folder, event: Event) {
    const others = pending.get(folder);
    if (others?.includes(event)) others.splice(others.indexOf(event), 1);
  }

  /** Writes what is left into a folder. */
  function cut(moment: number, loss: Loss, target: string) {
    advance(moment);
    const keeps = new Map<Event, boolean>();
    const isKept = (event: Event) => {
      if (!keeps.has(event)) keeps.set(event, loss === "nothing" || (loss !== "everything" && Math.random() < 0.5));
      return keeps.get(event)!;
    };
    const left = new Map([...folders].map(([folder, names]) => [folder, new Map(names)]));
    // In the order in which they happened, also from folder to folder.
    const names = new Set([...pending.values()].flat().filter((event) => event.type === "name" || event.type === "move"));
    for (const event of [...names].toSorted((a, b) => order.get(a)! - order.get(b)!)) if (isKept(event)) rename(left, event);

    function write(node: File | Folder, path: string) {
      if (node.kind === "folder") {
        fs.mkdirSync(path, { recursive: true, mode: 0o700 });
        for (const [entry, inner] of left.get(node) ?? []) write(inner, join(path, entry));
        return;
      }
      const changes = pending.get(node) ?? [];
      let content = contents.get(node) ?? Buffer.alloc(0);
      if (changes.length > 0) content = Buffer.from(content);
      for (const event of changes) {
        if (event.type === "write" && loss.startsWith("any")) {
          for (const sector of sectorsOf(event, Number(loss.split(" ")[1]))) {
            if (Math.random() < 0.5) content = changed(content, sector);
          }
        } else if ((event.type === "write" || event.type === "truncate") && isKept(event)) content = changed(content, event);
      }
      fs.writeFileSync(path, content, { mode: 0o600 });
    }
    write(root, target);
  }

  return { cut };
}

type Change = Extract<Event, { type: "write" | "truncate" }>;

function rename(folders: Map<Folder, Map<string, File | Folder>>, event: Event) {
  const namesOf = (folder: Folder) => {
    if (!folders.has(folder)) folders.set(folder, new Map());
    return folders.get(folder)!;
  };
  if (event.type === "name" && event.node) namesOf(event.folder).set(event.name, event.node);
  else if (event.type === "name") namesOf(event.folder).delete(event.name);
  else if (event.type === "move") {
    if (namesOf(event.from).get(event.name) === event.node) namesOf(event.from).delete(event.name);
    namesOf(event.to).set(event.newName, event.node);
  }
}

/** The content itself, or a longer one. */
function changed(content: Buffer, event: Change): Buffer {
  if (event.type === "truncate") return Buffer.concat([content.subarray(0, event.size)], event.size);
  const end = event.at + event.data.length;
  const whole = end > content.length ? Buffer.concat([content], end) : content;
  whole.set(event.data, event.at);
  return whole;
}

function* sectorsOf({ file, at, data }: Extract<Event, { type: "write" }>, size: number): Generator<Change> {
  for (let from = at; from < at + data.length;) {
    const end = Math.min(from - (from % size) + size, at + data.length);
    yield { type: "write", file, at: from, data: data.subarray(from - at, end - at) };
    from = end;
  }
}
