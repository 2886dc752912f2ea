/** A text in code, as an argument of `t`, `msg`, `mark`, `plural` or `pluralMsg`. */
export interface FoundText {
  readonly text: string;
  /** Position of its literal in the code. */
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

/** Positions of texts among the arguments of each function in `text.ts`. */
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

export function visit(node: Node, onNode: (node: Node) => void): void {
  onNode(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, onNode);
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

/** Returns a parsed module's texts in source order. */
export function findTexts(program: Node): FoundText[] {
  const found: FoundText[] = [];
  visit(program, (node) => {
    if (node.type !== "CallExpression") return;
    const callee = part(node, "callee");
    const args = part(node, "arguments");
    if (!isNode(callee) || callee.type !== "Identifier" || !Array.isArray(args)) return;
    for (const index of textsOf.get(part(callee, "name")) ?? []) {
      const literal: unknown = args[index];
      const text = literalOf(literal);
      if (text === null || !isNode(literal)) continue;
      const { start, end } = literal;
      const alone = args.length === 1 && part(callee, "name") === "t";
      found.push({ text, start, end, call: alone ? node : null });
    }
  });
  return found;
}
