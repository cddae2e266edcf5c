import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

/** A node of a syntax tree, with whatever it has. */
export type Node = { type: string; start: number } & Record<string, unknown>;
export type Source = { file: string; text: string; tree: Node };

/** What the site is made of, without its tests. */
export const sources: Source[] = globSync("{server,app,backend,content}/**/*.{ts,tsx}")
  .filter((file) => !/\.test\.tsx?$|\btesting\.ts$/.test(file))
  .toSorted()
  .map((file) => sourceOf(file, readFileSync(file, "utf8")));

export function sourceOf(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  return { file, text, tree: program as unknown as Node };
}

/** Every node with those above it, the nearest last. */
export function visit(node: Node, look: (node: Node, above: Node[]) => void, above: Node[] = []) {
  look(node, above);
  const within = [...above, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, look, within);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

export function lineOf({ text }: Source, { start }: Node): number {
  return text.slice(0, start).split("\n").length;
}
