interface Node {
  readonly type: string;
  readonly range: readonly [number, number];
  readonly parent: Node | null;
  readonly [field: string]: unknown;
}
interface Reference {
  readonly identifier: Node;
}
interface Context {
  readonly sourceCode: {
    getDeclaredVariables(node: Node): readonly { readonly references: readonly Reference[] }[];
  };
  report(problem: { node: Node; message: string }): void;
}

const isFunction = ({ type }: Node) => /Function/.test(type);

function functionAround(node: Node): Node | null {
  let around = node.parent;
  while (around !== null && !isFunction(around)) around = around.parent;
  return around;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "range" in value;

/**
 * Returns whether a node is `promise.catch(…)` or `promise.then(…, …)`, which handle rejections.
 */
function isHandled(node: unknown): boolean {
  if (!isNode(node) || node.type !== "CallExpression") return false;
  const { callee, arguments: given } = node;
  if (!isNode(callee) || callee.type !== "MemberExpression" || !isNode(callee["property"]))
    return false;
  const { name } = callee["property"];
  return name === "catch" || (name === "then" && Array.isArray(given) && given.length > 1);
}

/**
 * Returns the await of a variable's use, directly or in `Promise.all` and similar calls; null if it
 * isn't awaited.
 */
function awaitOf(use: Node): Node | null {
  let { parent } = use;
  if (parent?.type === "ArrayExpression") ({ parent } = parent);
  if (parent?.type === "CallExpression") {
    const { callee } = parent;
    const isPromise =
      isNode(callee) &&
      callee.type === "MemberExpression" &&
      isNode(callee["object"]) &&
      callee["object"]["name"] === "Promise";
    if (!isPromise) return null;
    ({ parent } = parent);
  }
  return parent?.type === "AwaitExpression" ? parent : null;
}

/**
 * Forbids awaiting something else between the start of a promise and its own await. If the promise
 * rejects in between, no handler is attached and Node reports an unhandled rejection. Use
 * `Promise.all`.
 */
const noLateAwait = {
  create(context: Context) {
    const started: { declarator: Node; around: Node | null }[] = [];
    const awaits = new Map<Node | null, Node[]>();
    const seen = (node: Node) => {
      const around = functionAround(node);
      awaits.set(around, [...(awaits.get(around) ?? []), node]);
    };
    return {
      AwaitExpression: seen,
      VariableDeclarator(declarator: Node) {
        const { init } = declarator;
        if (!isNode(init) || init.type !== "CallExpression" || isHandled(init)) return;
        started.push({ declarator, around: functionAround(declarator) });
      },
      "Program:exit"() {
        for (const { declarator, around } of started) {
          for (const { references } of context.sourceCode.getDeclaredVariables(declarator)) {
            const uses = references.map(({ identifier }) => identifier);
            if (uses.some((use) => isHandled(use.parent?.parent))) continue;
            for (const use of uses) {
              const own = awaitOf(use);
              if (own === null || functionAround(own) !== around) continue;
              const isBetween = (other: Node) =>
                other.range[0] > declarator.range[1] && other.range[1] < own.range[0];
              if (awaits.get(around)?.some(isBetween))
                context.report({
                  node: use,
                  message: "Await this promise where it is started, with the others in Promise.all",
                });
            }
          }
        }
      },
    };
  },
};

export default { meta: { name: "promises" }, rules: { "no-late-await": noLateAwait } };
