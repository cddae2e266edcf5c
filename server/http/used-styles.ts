/** A declaration, or a block with what stands in its braces. */
type Part = { head: string; inside?: Part[] };

/**
 * The rules of a stylesheet that the elements of a page can need, in whatever state they are: a rule is left out when it asks for a class,
 * an element or a kind of field that the page does not have; a variable, an animation or a registered property when nothing uses it. A
 * variable that nothing sets is replaced by its fallback. Of a page that is `untouched`, the rules for what a person does to it, for paper
 * and for browsers without scripts are left out too.
 */
export function usedStyles(css: string, html: string, { untouched = false } = {}): string {
  const all = parse(css.replaceAll(/\/\*.*?\*\//gs, ""));
  let parts = withUsedSelectors(untouched ? drawnUntouched(all) : all, elementsOf(html));
  let text = write(parts);
  // What is left out may have been the only one to use something.
  for (let before = ""; text !== before;) {
    before = text;
    parts = withUsedNames(parts, withFallbacks(text), html);
    text = withFallbacks(write(parts));
  }
  return text;
}

function parse(css: string): Part[] {
  const tokens = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[{};]/gs;
  const outer: Part[][] = [];
  let parts: Part[] = [];
  let start = 0;
  for (const { 0: token, index } of css.matchAll(tokens)) {
    if (token.length > 1) continue;
    const head = css.slice(start, index).trim();
    start = index + 1;
    if (token === "{") {
      const inside: Part[] = [];
      parts.push({ head, inside });
      outer.push(parts);
      parts = inside;
      continue;
    }
    if (head) parts.push({ head });
    if (token === "}") parts = outer.pop() ?? [];
  }
  return parts;
}

function write(parts: Part[]): string {
  return parts
    .map(({ head, inside }, index) => {
      if (inside) return `${head}{${write(inside)}}`;
      return index < parts.length - 1 ? `${head};` : head;
    })
    .join("");
}

const byHand = /:(hover|active|focus(-visible)?|disabled|target|-moz-ui-invalid)(?![\w-])|::(placeholder|backdrop)/;
const undrawn = /^(transition|cursor|accent-color|scroll-|tab-size|-webkit-tap-highlight|font-(feature|variation)-settings)/;

function drawnUntouched(parts: Part[]): Part[] {
  return parts.flatMap(({ head, inside }) => {
    if (!inside) return undrawn.test(head) ? [] : [{ head }];
    if (/^@media (print|\(scripting:none\))|^@layer properties/.test(head)) return [];
    const selectors = head.startsWith("@")
      ? [head]
      : selectorsOf(head).filter((selector) => !byHand.test(selector.replaceAll(/:not\([^()]*\)/g, "")));
    return selectors.length ? [{ head: selectors.join(","), inside: drawnUntouched(inside) }] : [];
  });
}

type Elements = { classes: Set<string>; tags: Set<string>; fields: Set<string> };

/** What only certain fields have in them. */
const partsOfFields: [RegExp, string[]][] = [
  [/::file-selector-button/, ["file"]],
  [/::-webkit-(date|calendar)/, ["date", "time", "month", "week", "datetime-local"]],
  [/::-webkit-search/, ["search"]],
  [/::-webkit-(inner|outer)-spin/, ["number"]],
];

function elementsOf(html: string): Elements {
  const lists = [...html.matchAll(/ class="([^"]*)"/g)].map(([, list]) => list!.replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
  return {
    classes: new Set(lists.flatMap((list) => list.split(" ")).map(plainName)),
    tags: new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag!)),
    fields: new Set([...html.matchAll(/<input[^>]* type="([^"]+)"/g)].map(([, type]) => type!)),
  };
}

/** Characters that a stylesheet must escape would be read as syntax. */
function plainName(name: string): string {
  return name.replaceAll(/[^\w-]/g, privateUse);
}

function privateUse(character: string): string {
  return String.fromCharCode(0xe000 + character.charCodeAt(0));
}

function withUsedSelectors(parts: Part[], page: Elements): Part[] {
  return parts.flatMap(({ head, inside }) => {
    if (!inside) return [{ head }];
    if (/^@(media|supports|layer|container)/.test(head)) {
      const left = withUsedSelectors(inside, page);
      return left.length ? [{ head, inside: left }] : [];
    }
    if (head.startsWith("@")) return [{ head, inside }];
    const used = selectorsOf(head.replaceAll(/\\(.)/g, (_, character: string) => privateUse(character)))
      .filter((selector) => canMatch(selector, page))
      .join(",")
      .replaceAll(/[\ue000-\ue0ff]/g, (character) => `\\${String.fromCharCode(character.charCodeAt(0) - 0xe000)}`);
    return used ? [{ head: used, inside }] : [];
  });
}

/** `a,b:is(c,d)` → `a` and `b:is(c,d)`. */
function selectorsOf(list: string): string[] {
  return list.match(/(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^,()])+/g) ?? [];
}

/** Whether the page has the elements and classes of a selector; how they stand to each other is not asked. */
function canMatch(selector: string, page: Elements): boolean {
  if (partsOfFields.some(([part, fields]) => part.test(selector) && !fields.some((field) => page.fields.has(field)))) return false;
  let rest = selector.replaceAll(/\[[^\]]*\]/g, "").replaceAll(/:not\((?:[^()]|\([^()]*\))*\)/g, "");
  for (let inner; (inner = /:(is|where|has)\(([^()]*)\)/.exec(rest));) {
    if (!selectorsOf(inner[2]!).some((one) => canMatch(one, page))) return false;
    rest = rest.replace(inner[0], "");
  }
  rest = rest.replaceAll(/\([^()]*\)/g, "");
  const classes = [...rest.matchAll(/\.([\w\-\ue000-\ue0ff]+)/g)].map(([, name]) => name!);
  const tags = [...rest.matchAll(/(?:^|[\s>+~])([a-z][a-z0-9]*)/g)].map(([, name]) => name!);
  return classes.every((name) => page.classes.has(name)) && tags.every((name) => page.tags.has(name));
}

function withFallbacks(css: string): string {
  const set = new Set([...css.matchAll(/(--[\w-]+):(?!initial[;}])/g)].map(([, name]) => name!));
  return css.replaceAll(/var\((--[\w-]+),((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g, (use, name: string, fallback: string) =>
    set.has(name) ? use : fallback,
  );
}

function withUsedNames(parts: Part[], css: string, html: string): Part[] {
  const uses = new Set([...(css + html).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name!));
  const motions = [...css.matchAll(/animation(?:-name)?:([^;}]*)/g)].map(([, value]) => value!).join(" ");
  const isUsed = ({ head }: Part) => {
    const variable = /^(?:@property )?(--[\w-]+)(?::|$)/.exec(head)?.[1];
    if (variable) return uses.has(variable);
    const motion = /^@keyframes ([\w-]+)/.exec(head)?.[1];
    return !motion || motions.includes(motion);
  };
  const left = (all: Part[]): Part[] =>
    all.filter(isUsed).flatMap(({ head, inside }) => {
      if (!inside) return [{ head }];
      const kept = left(inside);
      return kept.length ? [{ head, inside: kept }] : [];
    });
  return left(parts);
}
