import path from "node:path";
import { SyntaxKind, type CallExpression, type Node } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import {
  API,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Project,
  type Type,
} from "typescript/unstable/sync";

/** A Row type's declaration of one column. */
export interface ColumnType {
  /** Type names such as `string`, `Date` and `number[]`; `unknown` allows any. */
  readonly types: ReadonlySet<string>;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
}

export interface WrittenStatement {
  /** File path, and the enclosing function or constant. */
  readonly at: string;
  /** All texts that the code can build; HOLE replaces a part that depends on the call. */
  readonly texts: readonly string[];
  /** Null without a Row type. */
  readonly row: ReadonlyMap<string, ColumnType> | null;
}

export const HOLE = "\u0000";
/** Placeholder for a parameter numbered by `Values.add`. */
const VALUE = "\u0001";
const MAX_TEXTS = 24;

type Bound = ReadonlyMap<string, readonly string[]>;

/** Returns all statements in a project's files whose paths pass `isRead`. */
export function statementsOf(
  projectFile: string,
  isRead: (file: string) => boolean,
): WrittenStatement[] {
  const api = new API({ cwd: path.dirname(projectFile) });
  try {
    const project = api.updateSnapshot({ openProjects: [projectFile] }).getProject(projectFile);
    if (project === undefined) throw new Error(`no project at ${projectFile}`);
    return new Reader(project).read(path.dirname(projectFile), isRead);
  } finally {
    api.close();
  }
}

class Reader {
  readonly #project: Project;
  readonly #checker: Checker;

  constructor(project: Project) {
    this.#project = project;
    this.#checker = project.checker;
  }

  read(root: string, isRead: (file: string) => boolean): WrittenStatement[] {
    const found: WrittenStatement[] = [];
    for (const name of this.#project.program.getSourceFileNames()) {
      const file = path.relative(root, name);
      const source = isRead(file) ? this.#project.program.getSourceFile(name) : undefined;
      if (source === undefined) continue;
      const visit = (node: Node): void => {
        if (is.isCallExpression(node)) {
          const statement = this.#statement(file, node);
          if (statement !== null) found.push(statement);
        }
        node.forEachChild(visit);
      };
      visit(source);
    }
    return found;
  }

  #statement(file: string, call: CallExpression): WrittenStatement | null {
    const callee = call.expression;
    const isQuery = is.isPropertyAccessExpression(callee) && callee.name.text === "query";
    const isPrepared = is.isIdentifier(callee) && callee.text === "prepared";
    // A helper that takes a statement and its Row type, such as `one<Row>(db, text)`.
    const isHelper = is.isIdentifier(callee) && !isPrepared && call.typeArguments?.length === 1;
    const text = call.arguments[isQuery ? 0 : 1];
    if ((!isQuery && !isPrepared && !isHelper) || text === undefined) return null;
    const texts = this.#texts(text, new Map()).map(numbered);
    if (isHelper && !texts.some((each) => /^(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(each)))
      return null;
    return {
      at: `${file} ${functionAround(call)}`,
      texts,
      row: this.#row(call, isPrepared),
    };
  }

  /** Returns the columns of a call's Row type; null without one. */
  #row(call: CallExpression, isPrepared: boolean): ReadonlyMap<string, ColumnType> | null {
    const written = call.typeArguments?.[0];
    const type =
      written === undefined
        ? isPrepared
          ? this.#argumentOfReturn(call)
          : undefined
        : this.#checker.getTypeFromTypeNode(written);
    // A type parameter is filled in by the callers of the enclosing function, so skip it.
    if (type === undefined || (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) === 0)
      return null;
    const properties = this.#checker.getPropertiesOfType(type);
    if (properties.length === 0) return null;
    return new Map(
      properties.map((property) => {
        const of = this.#checker.getTypeOfSymbolAtLocation(property, call);
        return [property.name, this.#column(of, (property.flags & SymbolFlags.Optional) !== 0)];
      }),
    );
  }

  /** Returns `Row` of the `Statement<Row>` that the enclosing function returns. */
  #argumentOfReturn(call: CallExpression): Type | undefined {
    const type = this.#checker.getContextualType(call) ?? this.#checker.getTypeAtLocation(call);
    return type?.isTypeReference() === true ? this.#checker.getTypeArguments(type)[0] : undefined;
  }

  #column(type: Type, isOptional: boolean): ColumnType {
    const parts = type.isUnionType() ? (type.getTypes() ?? []) : [type];
    const empty = TypeFlags.Null | TypeFlags.Undefined;
    return {
      types: new Set(
        parts.filter((part) => (part.flags & empty) === 0).map((part) => this.#nameOf(part)),
      ),
      isNullable: parts.some((part) => (part.flags & (TypeFlags.Null | TypeFlags.Unknown)) !== 0),
      isOptional,
    };
  }

  #nameOf(type: Type): string {
    const { flags } = type;
    if ((flags & (TypeFlags.Unknown | TypeFlags.Any)) !== 0) return "unknown";
    if ((flags & TypeFlags.StringLike) !== 0) return "string";
    if ((flags & TypeFlags.NumberLike) !== 0) return "number";
    if ((flags & TypeFlags.BooleanLike) !== 0) return "boolean";
    if (this.#checker.isArrayType(type) && type.isTypeReference()) {
      const element = this.#checker.getTypeArguments(type)[0];
      const names = element === undefined ? [] : [...this.#column(element, false).types];
      return `${[...new Set(names)].join("|")}[]`;
    }
    const name = type.getSymbol()?.name;
    return name === "Date" || name === "Buffer" ? name : "object";
  }

  #texts(node: Node, bound: Bound): readonly string[] {
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return [node.text];
    if (is.isNumericLiteral(node)) return [node.text];
    if (
      is.isParenthesizedExpression(node) ||
      is.isAsExpression(node) ||
      is.isSatisfiesExpression(node) ||
      is.isNonNullExpression(node)
    )
      return this.#texts(node.expression, bound);
    if (is.isTemplateExpression(node)) {
      const parts = node.templateSpans.flatMap((span) => [
        this.#texts(span.expression, bound),
        [span.literal.text],
      ]);
      return joined([[node.head.text], ...parts]);
    }
    if (is.isConditionalExpression(node))
      return any(this.#texts(node.whenTrue, bound), this.#texts(node.whenFalse, bound));
    if (is.isBinaryExpression(node)) {
      const sides = [this.#texts(node.left, bound), this.#texts(node.right, bound)] as const;
      return node.operatorToken.kind === SyntaxKind.PlusToken ? joined(sides) : any(...sides);
    }
    if (is.isIdentifier(node)) return bound.get(node.text) ?? this.#textsOfName(node, bound);
    if (is.isObjectLiteralExpression(node)) return this.#property(node, "text", bound);
    if (is.isPropertyAccessExpression(node)) {
      const object = this.#declared(node.expression);
      return object === undefined ? [HOLE] : this.#property(object, node.name.text, bound);
    }
    if (is.isElementAccessExpression(node)) return this.#anyProperty(node.expression, bound);
    if (is.isCallExpression(node)) return this.#textsOfCall(node, bound);
    return [HOLE];
  }

  #textsOfName(node: Node, bound: Bound): readonly string[] {
    const value = this.#declared(node);
    if (value !== undefined) return this.#texts(value, bound);
    const type = this.#checker.getTypeAtLocation(node);
    const parts = type?.isUnionType() === true ? (type.getTypes() ?? []) : [type];
    const words = parts.flatMap((part) =>
      part?.isStringLiteralType() === true ? [part.value] : [],
    );
    return words.length === parts.length ? words : [HOLE];
  }

  #declared(node: Node): Node | undefined {
    if (is.isObjectLiteralExpression(node)) return node;
    const symbol = this.#checker.getSymbolAtLocation(node);
    if (symbol === undefined) return undefined;
    const own =
      (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
    const declaration = own.valueDeclaration?.resolve(this.#project);
    if (declaration === undefined) return undefined;
    if (is.isFunctionDeclaration(declaration)) return declaration;
    if (!is.isVariableDeclaration(declaration)) return undefined;
    let value: Node | undefined = declaration.initializer;
    while (value !== undefined && (is.isAsExpression(value) || is.isSatisfiesExpression(value)))
      value = value.expression;
    return value;
  }

  #property(object: Node, name: string, bound: Bound): readonly string[] {
    if (!is.isObjectLiteralExpression(object)) return [HOLE];
    for (const property of object.properties) {
      if (
        is.isPropertyAssignment(property) &&
        property.name !== undefined &&
        nameOf(property.name) === name
      )
        return this.#texts(property.initializer, bound);
      if (is.isShorthandPropertyAssignment(property) && nameOf(property.name) === name) {
        const symbol = this.#checker.getShorthandAssignmentValueSymbol(property);
        const declaration = symbol?.valueDeclaration?.resolve(this.#project);
        return declaration !== undefined &&
          is.isVariableDeclaration(declaration) &&
          declaration.initializer !== undefined
          ? this.#texts(declaration.initializer, bound)
          : (bound.get(name) ?? [HOLE]);
      }
    }
    return [HOLE];
  }

  #anyProperty(object: Node, bound: Bound): readonly string[] {
    const value = this.#declared(object);
    if (value === undefined || !is.isObjectLiteralExpression(value)) return [HOLE];
    return any(
      ...value.properties.map((property) =>
        is.isPropertyAssignment(property) ? this.#texts(property.initializer, bound) : [HOLE],
      ),
    );
  }

  #textsOfCall(call: CallExpression, bound: Bound): readonly string[] {
    const callee = call.expression;
    if (is.isPropertyAccessExpression(callee)) {
      if (callee.name.text === "add") return [VALUE];
      if (callee.name.text !== "join") return [HOLE];
      const between = call.arguments[0];
      const separator = between === undefined ? [","] : this.#texts(between, bound);
      const parts = this.#elements(callee.expression, bound);
      if (parts === null) return [HOLE];
      return joined(parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part])));
    }
    const called = this.#declared(callee);
    return called === undefined
      ? [HOLE]
      : this.#result(
          called,
          call.arguments.map((argument) => this.#texts(argument, bound)),
        );
  }

  /** Returns the texts that a function returns for its arguments. */
  #result(called: Node, values: readonly (readonly string[])[]): readonly string[] {
    if (!is.isArrowFunction(called) && !is.isFunctionDeclaration(called)) return [HOLE];
    const bound = new Map<string, readonly string[]>();
    called.parameters.forEach((parameter, at) => {
      if (!is.isIdentifier(parameter.name)) return;
      const given =
        values[at] ??
        (parameter.initializer === undefined
          ? undefined
          : this.#texts(parameter.initializer, new Map()));
      bound.set(parameter.name.text, given ?? [HOLE]);
    });
    const { body } = called;
    if (body === undefined) return [HOLE];
    if (!is.isBlock(body)) return this.#texts(body, bound);
    const returned: (readonly string[])[] = [];
    const visit = (node: Node): void => {
      if (is.isReturnStatement(node) && node.expression !== undefined)
        returned.push(this.#texts(node.expression, bound));
      else if (!is.isArrowFunction(node)) node.forEachChild(visit);
    };
    visit(body);
    return any(...returned);
  }

  /** Returns the elements of an array literal; null for other nodes. */
  #elements(node: Node, bound: Bound): (readonly string[])[] | null {
    if (is.isIdentifier(node)) {
      const value = this.#declared(node);
      return value === undefined ? null : this.#elements(value, bound);
    }
    if (is.isAsExpression(node) || is.isSatisfiesExpression(node))
      return this.#elements(node.expression, bound);
    if (is.isArrayLiteralExpression(node)) {
      const all: (readonly string[])[] = [];
      for (const element of node.elements) {
        const inner = is.isSpreadElement(element)
          ? this.#elements(element.expression, bound)
          : [this.#texts(element, bound)];
        if (inner === null) return null;
        all.push(...inner);
      }
      return all;
    }
    if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
      const each = node.arguments[0];
      const over = this.#elements(node.expression.expression, bound);
      if (node.expression.name.text !== "map" || each === undefined || over === null) return null;
      return over.map((element, at) => this.#result(each, [element, [String(at)]]));
    }
    return null;
  }
}

/** Returns the name of the outermost function or constant around a node. */
function functionAround(node: Node): string {
  let name = "";
  for (let at: Node = node; !is.isSourceFile(at); at = at.parent) {
    if (is.isFunctionDeclaration(at) || is.isVariableDeclaration(at) || is.isMethodDeclaration(at))
      name = (at.name === undefined ? null : nameOf(at.name)) ?? name;
  }
  return name;
}

const nameOf = (node: Node): string | null =>
  is.isIdentifier(node) || is.isPrivateIdentifier(node) || is.isStringLiteral(node)
    ? node.text
    : null;

/**
 * Returns every combination of the parts' texts. A part that would exceed `MAX_TEXTS` becomes a
 * HOLE.
 */
function joined(parts: readonly (readonly string[])[]): string[] {
  return parts.reduce<string[]>(
    (texts, part) => {
      const ways = texts.length * part.length > MAX_TEXTS ? [HOLE] : part;
      return texts.flatMap((text) => ways.map((more) => text + more));
    },
    [""],
  );
}

function any(...texts: (readonly string[])[]): string[] {
  const all = [...new Set(texts.flat())];
  return all.length > MAX_TEXTS ? [HOLE] : all;
}

/** Numbers the added values, continuing after the text's own parameters. */
function numbered(text: string): string {
  let last = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return text.replaceAll(VALUE, () => `$${(last += 1)}`);
}
