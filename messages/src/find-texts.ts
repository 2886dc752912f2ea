/** A text in code, as an argument of `t`, `msg`, `mark`, `plural` or `pluralMsg`. */
export interface FoundText {
  readonly text: string;
  /** Where its literal stands in the code. */
  readonly start: number;
  readonly end: number;
  /** The whole call, if the text alone can stand for it. */
  readonly call: { readonly start: number; readonly end: number } | null;
}

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Positions of texts among the arguments of each function of `text.ts`. */
const textsOf: ReadonlyMap<unknown, readonly number[]> = new Map([
  ["t", [0]],
  ["msg", [0]],
  ["mark", [0]],
  ["plural", [1, 2]],
  ["pluralMsg", [1, 2]],
]);

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

export const part = (node: Node, name: string): unknown => Reflect.get(node, name);

/** Visits a node and everything within it. */
export function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, see);
    }
  }
}

/** Returns the text of a literal; null for other expressions. */
function literalOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  const value = part(node, "value");
  if (node.type === "Literal") return typeof value === "string" ? value : null;
  const quasis = part(node, "quasis");
  if (node.type !== "TemplateLiteral" || !Array.isArray(quasis) || quasis.length !== 1) return null;
  const raw: unknown = quasis[0].value.cooked;
  return typeof raw === "string" ? raw : null;
}

/** Returns the texts of a parsed module in their order. */
export function findTexts(program: Node): FoundText[] {
  const found: FoundText[] = [];
  visit(program, (node) => {
    if (node.type !== "CallExpression") return;
    const callee = part(node, "callee");
    const given = part(node, "arguments");
    if (!isNode(callee) || callee.type !== "Identifier" || !Array.isArray(given)) return;
    for (const index of textsOf.get(part(callee, "name")) ?? []) {
      const literal: unknown = given[index];
      const text = literalOf(literal);
      if (text === null || !isNode(literal)) continue;
      const { start, end } = literal;
      const alone = given.length === 1 && part(callee, "name") === "t";
      found.push({ text, start, end, call: alone ? node : null });
    }
  });
  return found;
}
