import { sources, visit, type Node, type Source } from "./sources.ts";

/** What something is put into, and by which words. */
const adding = new Set(["set", "add", "push", "unshift", "splice"]);

/**
 * The collections of a source that live longer than the call that fills them: those of a module, and those of a function that another function
 * inside it fills, as a service does that is made once. By name of file and variable; a collection in an object is known by its property.
 */
export function longLivedIn(source: Source, all = sources): string[] {
  const found = new Set<string>();
  visit(source.tree, (node, above) => {
    if (!isCollection(node)) return;
    const holder = above.findLast(({ type }) => ["VariableDeclarator", "Property", "PropertyDefinition"].includes(type));
    const name = holder && nameOf((holder.id ?? holder.key) as Node);
    // One that is used up where it stands is not held.
    if (!name || above.slice(above.indexOf(holder)).some(({ type }) => isFunction(type) || usesUp.has(type))) return;
    const home = above.findLast(({ type }) => isFunction(type));
    const isProperty = holder.type !== "VariableDeclarator";
    // It leaves the function that makes it, and may be filled anywhere.
    const isGiven = isProperty || usesOf(source).handedOn.has(name);
    const fillers = (isGiven ? all : [source]).flatMap((one) => usesOf(one).fillers.get(name) ?? []);
    if (fillers.some((filler) => isProperty || filler !== home)) found.add(`${source.file} ${name}`);
  });
  return [...found];
}

const usesUp = new Set(["CallExpression", "SpreadElement", "AssignmentPattern", "LogicalExpression"]);

function isCollection({ type, callee, elements, properties }: Node): boolean {
  if (type === "NewExpression") return /^(Weak)?(Map|Set)$|Array|Cache|Queue/.test((callee as { name?: string }).name ?? "");
  if (type === "ArrayExpression") return (elements as unknown[]).length === 0;
  if (type === "ObjectExpression") return (properties as unknown[]).length === 0;
  return false;
}

type Uses = {
  /** By name of what is filled: the functions that do it. */
  fillers: Map<string, Node[]>;
  /** What is put into an object: `cachedResponses({ cache })`. */
  handedOn: Set<string>;
};

const known = new WeakMap<Source, Uses>();

function usesOf(source: Source): Uses {
  const uses = known.get(source) ?? { fillers: new Map<string, Node[]>(), handedOn: new Set<string>() };
  if (known.has(source)) return uses;
  known.set(source, uses);
  visit(source.tree, (node, above) => {
    const filled = filledBy(node);
    const name = filled && nameOf(filled);
    const filler = above.findLast(({ type }) => isFunction(type));
    if (name && filler) uses.fillers.set(name, [...(uses.fillers.get(name) ?? []), filler]);
    const given = node.type === "Property" && above.at(-1)?.type === "ObjectExpression" && nameOf(node.value as Node);
    if (given) uses.handedOn.add(given);
  });
  return uses;
}

function filledBy({ type, callee, left }: Node): Node | undefined {
  const [called, assigned] = [callee as Node | undefined, left as Node | undefined];
  if (type === "CallExpression" && called?.type === "MemberExpression" && adding.has(nameOf(called) ?? "")) return called.object as Node;
  // `waiting = [...waiting, one]` and `cache[key] = value`.
  if (type === "AssignmentExpression" && assigned?.type === "Identifier") return assigned;
  if (type === "AssignmentExpression" && assigned?.type === "MemberExpression" && assigned.computed) return assigned.object as Node;
}

/** Of a variable, or of the last property of a path. */
function nameOf({ type, name, property, expression }: Node): string | undefined {
  if (type === "MemberExpression") return nameOf(property as Node);
  if (expression) return nameOf(expression as Node);
  return name as string | undefined;
}

function isFunction(type: string): boolean {
  return type.includes("Function");
}
