import { notSupported, RestError } from "./errors.ts";

/** A column, or something inside of one that holds JSON: `data->address->>city`. */
export type Field = { name: string; path: { arrow: "->" | "->>"; key: string }[] };

export type Selected =
  | { kind: "all" }
  | { kind: "column"; field: Field; alias?: string; cast?: string }
  | { kind: "embedded"; name: string; alias?: string; hint?: string; isInner: boolean; items: Selected[] };

export type Filter = {
  kind: "filter";
  field: Field;
  not: boolean;
  operator: string;
  /** `any` or `all` of the values of an array; of a text search the language. */
  modifier?: string;
  value: string | string[];
};
export type Condition = Filter | { kind: "and" | "or"; not: boolean; conditions: Condition[] };

export type Order = { field: Field; descending: boolean; nulls?: "first" | "last" };

/** What applies to the rows of a table, or of one that is embedded in it. */
export type Restrictions = { conditions: Condition[]; order: Order[]; limit?: number; offset?: number };

export type Query = {
  select: Selected[];
  columns?: string[];
  onConflict?: string[];
  /** By the names that lead to what is embedded, joined with dots; the table itself is at "". */
  restrictions: Map<string, Restrictions>;
  /** For functions: what is neither of these nor has an operator. */
  args: [name: string, value: string][];
};

const operators = new Set([
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "is",
  "isdistinct",
  "in",
  "cs",
  "cd",
  "ov",
  "sl",
  "sr",
  "nxl",
  "nxr",
  "adj",
  "fts",
  "plfts",
  "phfts",
  "wfts",
]);
const quantified = new Set(["eq", "gt", "gte", "lt", "lte", "like", "ilike"]);
const searches = new Set(["fts", "plfts", "phfts", "wfts"]);

/** What nests deeper, or asks for more, is nobody's question. */
const deepest = 6;
const mostParams = 100;

/** The question that is in the address. `takesArgs` for a function. */
export function parseQuery(params: URLSearchParams, takesArgs: boolean): Query {
  const query: Query = { select: [{ kind: "all" }], restrictions: new Map(), args: [] };
  if (params.size > mostParams) throw notSupported(`An address with more than ${mostParams} parts`);
  for (const [key, value] of params) {
    if (key === "select") query.select = new Parser("select", value).select();
    else if (key === "columns") query.columns = new Parser("columns", value).names();
    else if (key === "on_conflict") query.onConflict = new Parser("on_conflict", value).names();
    else if (key === "apikey") continue;
    else if (takesArgs && !hasOperator(value) && !isReserved(key)) query.args.push([key, value]);
    else restrict(query, key, value);
  }
  return query;
}

function isReserved(key: string): boolean {
  return /(^|\.)(order|limit|offset|and|or)$/.test(key);
}

/** `eq.1`, `not.in.(1,2)`, `fts(english).word`: the value of an argument may begin with a word and a dot, but with none of these. */
function hasOperator(value: string): boolean {
  const [first, second] = value.slice(0, 60).split(".", 2);
  const word = first === "not" ? second : first;
  return second !== undefined && operators.has(word!.split("(", 1)[0]!);
}

function restrict(query: Query, key: string, value: string) {
  const parser = new Parser(key, key);
  const names = parser.path();
  const last = names.at(-1)!;
  // `not.and`, and `messages.not.or`.
  const isNot = names.length > 1 && names.at(-2)!.name === "not" && ["and", "or"].includes(last.name);
  const place = names
    .slice(0, isNot ? -2 : -1)
    .map(({ name }) => name)
    .join(".");
  if (!query.restrictions.has(place)) query.restrictions.set(place, { conditions: [], order: [] });
  const found = query.restrictions.get(place)!;
  const values = new Parser(key, value);
  if (last.path.length === 0) {
    switch (last.name) {
      case "order":
        found.order = values.orders();
        return;
      case "limit":
      case "offset":
        found[last.name] = values.count();
        return;
      case "and":
      case "or":
        found.conditions.push(values.whole(() => values.logic(last.name as "and" | "or", isNot, 1)));
        return;
    }
  }
  found.conditions.push(values.filter(last, true));
}

const noAggregates = () => new RestError(400, "PGRST123", "Use of aggregate functions is not allowed");

/** Reads a text once, from left to right. */
class Parser {
  readonly #of: string;
  readonly #text: string;
  #at = 0;

  constructor(of: string, text: string) {
    this.#of = of;
    this.#text = text;
  }

  select(): Selected[] {
    // An empty one means nothing but what is counted.
    return this.#text === "" ? [] : this.whole(() => this.#items(1));
  }

  names(): string[] {
    return this.whole(() => this.#list(() => this.#name()));
  }

  orders(): Order[] {
    return this.whole(() => this.#list(() => this.#order()));
  }

  count(): number {
    const digits = this.#while((letter) => letter >= "0" && letter <= "9");
    if (digits.length === 0 || digits.length > 9 || this.#next() !== "") throw this.#unexpected("a whole number");
    return Number(digits);
  }

  /** `messages.channel.data->>name`. */
  path(): Field[] {
    return this.whole(() => {
      const fields = [this.#field()];
      while (this.#take(".")) fields.push(this.#field());
      return fields;
    });
  }

  whole<T>(read: () => T): T {
    const result = read();
    if (this.#next() !== "") throw this.#unexpected("the end");
    return result;
  }

  /** `(a.eq.1,or(b.gt.2,c.is.null))`, after its word. */
  logic(kind: "and" | "or", not: boolean, depth: number): Condition {
    if (depth > deepest) throw notSupported(`A condition of more than ${deepest} levels`);
    this.#expect("(");
    const conditions = this.#list(() => this.#condition(depth));
    this.#expect(")");
    return { kind, not, conditions };
  }

  /** `not.eq.1`. Alone it goes to the end of the text, among others to the next one. */
  filter(field: Field, isAlone: boolean): Filter {
    let operator = this.#word();
    const not = operator === "not";
    if (not) {
      this.#expect(".");
      operator = this.#word();
    }
    if (operator === "match" || operator === "imatch") throw notSupported(`The operator ${operator} (regular expressions)`);
    if (!operators.has(operator)) throw this.#unexpected("an operator, such as eq", -operator.length);
    let modifier: string | undefined;
    if (this.#take("(")) {
      modifier = this.#word();
      const fits = quantified.has(operator) ? modifier === "any" || modifier === "all" : searches.has(operator) && modifier !== "";
      if (!fits) throw notSupported(`${operator}(${modifier})`);
      this.#expect(")");
    }
    this.#expect(".");
    if (operator === "in") {
      this.#expect("(");
      const value = this.#next() === ")" ? [] : this.#list(() => this.#element());
      this.#expect(")");
      if (isAlone && this.#next() !== "") throw this.#unexpected("the end");
      return { kind: "filter", field, not, operator, value };
    }
    return { kind: "filter", field, not, operator, modifier, value: isAlone ? this.#rest() : this.#valueInList() };
  }

  #items(depth: number): Selected[] {
    if (depth > deepest) throw notSupported(`Embedding of more than ${deepest} levels`);
    if (this.#next() === ")") return [];
    return this.#list(() => this.#item(depth));
  }

  #item(depth: number): Selected {
    if (this.#take("*")) return { kind: "all" };
    if (this.#startsWith("...")) throw notSupported("Spreading what is embedded (...)");
    let name = this.#name();
    let alias: string | undefined;
    if (this.#next() === ":" && !this.#startsWith("::")) {
      this.#expect(":");
      alias = name;
      if (this.#startsWith("...")) throw notSupported("Spreading what is embedded (...)");
      name = this.#name();
    }
    let hint: string | undefined;
    let isInner = false;
    while (this.#take("!")) {
      const word = this.#name();
      if (word === "inner") isInner = true;
      else if (word !== "left") hint = word;
    }
    if (name === "count" && this.#startsWith("()")) throw noAggregates();
    if (this.#take("(")) {
      const items = this.#items(depth + 1);
      this.#expect(")");
      return { kind: "embedded", name, alias, hint, isInner, items };
    }
    if (hint !== undefined || isInner) throw this.#unexpected("what is embedded, in brackets");
    const field = { name, path: this.#jsonPath() };
    if (this.#next() === "." || this.#startsWith("()")) throw noAggregates();
    const cast = this.#startsWith("::") ? this.#cast() : undefined;
    return { kind: "column", field, alias, cast };
  }

  #cast(): string {
    this.#at += 2;
    const type = this.#while((letter) => /[\w ]/.test(letter));
    if (this.#startsWith("()") || this.#next() === ".") throw noAggregates();
    if (this.#startsWith("[]")) {
      this.#at += 2;
      return `${type}[]`;
    }
    return type;
  }

  #condition(depth: number): Condition {
    const start = this.#at;
    let not = false;
    if (this.#startsWith("not.")) {
      this.#at += 4;
      not = true;
    }
    for (const kind of ["and", "or"] as const) {
      if (this.#startsWith(`${kind}(`)) {
        this.#at += kind.length;
        return this.logic(kind, not, depth + 1);
      }
    }
    this.#at = start;
    const field = this.#field();
    this.#expect(".");
    return this.filter(field, false);
  }

  #order(): Order {
    const field = this.#field();
    if (this.#next() === "(") throw notSupported("Ordering by what is embedded");
    let descending = false;
    let nulls: Order["nulls"];
    while (this.#take(".")) {
      const word = this.#word();
      if (word === "asc" || word === "desc") descending = word === "desc";
      else if (word === "nullsfirst") nulls = "first";
      else if (word === "nullslast") nulls = "last";
      else throw this.#unexpected("asc, desc, nullsfirst or nullslast", -word.length);
    }
    return { field, descending, nulls };
  }

  #field(): Field {
    return { name: this.#name(), path: this.#jsonPath() };
  }

  #jsonPath(): Field["path"] {
    const path: Field["path"] = [];
    while (this.#startsWith("->")) {
      const arrow = this.#startsWith("->>") ? "->>" : "->";
      this.#at += arrow.length;
      path.push({ arrow, key: this.#name() });
    }
    return path;
  }

  #name(): string {
    if (this.#next() === '"') return this.#quoted();
    const start = this.#at;
    while (this.#at < this.#text.length && !this.#startsWith("->") && !/[.,:()!*"\p{Cc}]/u.test(this.#next())) this.#at++;
    if (this.#at === start) throw this.#unexpected("a name");
    return this.#text.slice(start, this.#at);
  }

  #word(): string {
    return this.#while((letter) => /\w/.test(letter));
  }

  /** Of the values of `in`. */
  #element(): string {
    return this.#next() === '"' ? this.#quoted() : this.#while((letter) => letter !== "," && letter !== ")");
  }

  #valueInList(): string {
    if (this.#next() === "{") return this.#braced();
    return this.#element();
  }

  /** An array as Postgres writes it: quotes inside are its own. */
  #braced(): string {
    const start = this.#at;
    let isQuoted = false;
    for (; this.#at < this.#text.length; this.#at++) {
      const letter = this.#next();
      if (letter === "\\") this.#at++;
      else if (letter === '"') isQuoted = !isQuoted;
      else if (letter === "}" && !isQuoted) {
        this.#at++;
        // `{a}}` of JSON.
        if (this.#next() === "" || this.#next() === "," || this.#next() === ")") return this.#text.slice(start, this.#at);
        this.#at--;
      }
    }
    throw this.#unexpected("}");
  }

  #quoted(): string {
    this.#at++;
    let text = "";
    for (; this.#next() !== '"'; this.#at++) {
      if (this.#next() === "\\") this.#at++;
      if (this.#next() === "") throw this.#unexpected('"');
      text += this.#next();
    }
    this.#at++;
    if (/\p{Cc}/u.test(text) && text.includes("\0")) throw this.#unexpected("no NUL");
    return text;
  }

  #list<T>(read: () => T): T[] {
    const items = [read()];
    while (this.#take(",")) items.push(read());
    return items;
  }

  #rest(): string {
    const rest = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    return rest;
  }

  #while(fits: (letter: string) => boolean): string {
    const start = this.#at;
    while (this.#at < this.#text.length && fits(this.#next())) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  #next(): string {
    return this.#text.charAt(this.#at);
  }

  #startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #take(letter: string): boolean {
    if (this.#next() !== letter) return false;
    this.#at++;
    return true;
  }

  #expect(letter: string) {
    if (!this.#take(letter)) throw this.#unexpected(`"${letter}"`);
  }

  #unexpected(expected: string, back = 0): RestError {
    const at = this.#at + back;
    const found = this.#text.charAt(at);
    return new RestError(
      400,
      "PGRST100",
      `"failed to parse ${this.#of.slice(0, 100)} parameter (${this.#text.slice(0, 200)})" (line 1, column ${at + 1})`,
      {
        details: `unexpected ${found ? JSON.stringify(found) : "end of input"} expecting ${expected}`,
      },
    );
  }
}
