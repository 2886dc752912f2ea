import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { findTexts, isNode, part, visit, type Node } from "@gavelyard/messages/find-texts";
import { parseAst } from "vite";
import { beforeAll, expect, test } from "vitest";
import { sources } from "./sources.ts";

const spanish = dictionaryOf("es");
const said = new Map<string, string>();

/** Returns the texts that a file says. */
function textsIn(file: string, code: string): string[] {
  if (!code.includes("@gavelyard/messages/text")) return [];
  const program = parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" });
  return findTexts(program).map(({ text }) => text);
}

/** Names, columns of staff's CSV files, and what only code and its console read. */
const notRead = new Set(
  [
    "Facebook, Gavelyard, Guest User, Instagram",
    "Action name, Hammer price, Inventory number, Payment due, Record ID, User ID",
    "Auction refresh failed:, Backspace, Escape, Notification",
    "Check, Columns, File, From, Import, Next, Pictures, Previous, To",
  ].flatMap((names) => names.split(", ")),
);
/** Files of names, and of what is written for search engines in English. */
const notForReaders = /states-of-us|site-hours|vehicle-data/;
const readsLikeWords = /^\s*[A-Z][a-z]+(?:-[a-z]+)?(?:[ .,?!].*)?$|\d (?:to|or|of) \d/;

/** Returns the words of a screen that it doesn't say, so that they stay English. */
function unsaidIn(file: string, code: string): string[] {
  const program = parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" });
  const said = new Set(findTexts(program).map(({ start }) => start));
  const errors: { start: number; end: number }[] = [];
  const unsaid: string[] = [];
  visit(program, (node) => {
    const inError = errors.some(({ start, end }) => start <= node.start && node.end <= end);
    if (node.type === "NewExpression") errors.push(node);
    const text =
      node.type === "JSXText" || node.type === "Literal" || node.type === "TemplateElement"
        ? code
            .slice(node.start, node.end)
            .replace(/^["`]|(?:["`]|\$\{)$/g, "")
            .trim()
        : "";
    const words = node.type === "JSXText" ? /[A-Za-z]{2}/ : readsLikeWords;
    if (words.test(text) && !notRead.has(text) && !said.has(node.start) && !inError)
      unsaid.push(text);
  });
  return unsaid;
}

const withoutSpanish = (file: string, code: string) =>
  textsIn(file, code).filter((text) => !spanish.has(text));

beforeAll(async () => {
  for await (const [file, code] of sources())
    for (const text of textsIn(file, code)) said.set(text, file);
});

test("a text without Spanish is found, also in a component and among counted ones", () => {
  const code = `import { plural, t } from "@gavelyard/messages/text";
    export const Lemons = ({ n }: { n: number }) => (
      <p title={t("Lot")}>{t("Not a lemon")} {plural(n, "{n} lemon", "{n} lemons")}</p>
    );`;
  expect(withoutSpanish("lemons.tsx", code)).toEqual(["Not a lemon", "{n} lemon", "{n} lemons"]);
});

test("code says texts", () => {
  expect(said.size).toBeGreaterThan(3000);
});

test("each text that code says has Spanish", () => {
  expect([...said].filter(([text]) => !spanish.has(text))).toEqual([]);
});

test("code says each text that has Spanish", () => {
  expect([...spanish.keys()].filter((text) => !said.has(text))).toEqual([]);
});

test("words that a screen doesn't say are found, in text, attributes and tables", () => {
  const code = `const kinds = { A: "1 to 7 days", B: t("Over 7 days") };
    export const Lemons = ({ all }) => (
      <p title="Not a lemon" className="text-lg">lemons {all ? "Every lemon" : t("Lot")}</p>
    );
    throw new Error("Not a lemon");`;
  expect(unsaidIn("lemons.tsx", code)).toEqual([
    "1 to 7 days",
    "Not a lemon",
    "lemons",
    "Every lemon",
  ]);
});

test("screens say all their words", async () => {
  const unsaid: string[] = [];
  for await (const [file, code] of sources()) {
    if (!file.startsWith("web/src") || notForReaders.test(file)) continue;
    unsaid.push(...unsaidIn(file, code).map((text) => `${file}: ${text}`));
  }
  expect(unsaid).toEqual([]);
});

/** Texts of the realtime protocol, of records and of the person who sets up the server. */
const readByOthers = /^(web|client)\/|^server\/src\/(realtime|demo|db|house|every-call|settings)\b/;

/** Returns the words of a literal; null for other expressions and for codes. */
function wordsOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  const [value, quasis] = [part(node, "value"), part(node, "quasis")];
  const text = Array.isArray(quasis) ? quasis.map((each) => each.value.raw).join("") : value;
  return typeof text === "string" && /[a-z]/.test(text) ? text : null;
}

/** Returns both sides of a condition, and any other expression by itself. */
function sidesOf(node: unknown): unknown[] {
  if (!isNode(node) || node.type !== "ConditionalExpression") return [node];
  return [part(node, "consequent"), part(node, "alternate")].flatMap(sidesOf);
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  const name = part(node, "name");
  return typeof name === "string" ? name : nameOf(part(node, "property"));
}

/**
 * Returns what code would tell each reader in English: words that a message has without saying them,
 * codes that it writes as words, and texts that it says while it loads.
 */
function untoldIn(code: string): string[] {
  const found: string[] = [];
  const program = parseAst(code, { lang: "ts" });
  visit(program, (node) => {
    const name = node.type === "Property" ? nameOf(part(node, "key")) : "";
    if (/^(message|fault|news|refusal|told)$/.test(name))
      found.push(...sidesOf(part(node, "value")).flatMap((side) => wordsOf(side) ?? []));
    const given = part(node, "arguments");
    if (node.type !== "CallExpression" || !Array.isArray(given)) return;
    if (!["t", "msg"].includes(nameOf(part(node, "callee"))) || !isNode(given[1])) return;
    visit(given[1], (value) => {
      if (value.type === "CallExpression" && nameOf(part(value, "callee")) === "toLowerCase")
        found.push(code.slice(value.start, value.end));
    });
  });
  return found;
}

test("words that would be told in English to everyone are found", () => {
  expect(untoldIn('x = { message: a ? "Signed out" : t("Signed in") };')).toEqual(["Signed out"]);
  expect(
    untoldIn("x = { news: `You won ${unit}`, kind: `a`, message: `${a}`, fault: F };"),
  ).toEqual(["You won "]);
  expect(untoldIn("msg('It is {a}', { a: status.toLowerCase() })")).toEqual([
    "status.toLowerCase()",
  ]);
});

test("the server tells each reader everything in their language", async () => {
  const untold: string[] = [];
  for await (const [file, code] of sources())
    if (!readByOthers.test(file)) untold.push(...untoldIn(code).map((text) => `${file}: ${text}`));
  expect(untold).toEqual([]);
});

/** Files outside of screens whose words all reach a reader. */
const allForReaders =
  /^(domain\/src\/mail-placeholders|server\/src\/(wishlist\/calendar|sales\/export-payments|http\/busy-page))\.ts$/;
/** Names, samples, headers and types that are alike in each language. */
const alike = new Set(
  [
    "Accept, Account, Bidding, Content-Security-Policy, Gavelyard, Retry-After, Sales, Staff, Vary, Watchlist",
    "Amarillo Fall Sale, Dana Reyes, Red River Haulaway",
  ]
    .flatMap((names) => names.split(", "))
    .concat("Amarillo Yard, 1 I-40, Amarillo, TX 79101", "Dallas, TX 75201"),
);

test("emails' samples, calendars, exports and the busy page say all their words", async () => {
  const unsaid: string[] = [];
  for await (const [file, code] of sources()) {
    if (!allForReaders.test(file)) continue;
    const found = unsaidIn(file, code).filter((text) => !alike.has(text));
    unsaid.push(...found.map((text) => `${file}: ${text}`));
  }
  expect(unsaid).toEqual([]);
});

/** Returns the texts that code says while it loads, when no reader is known yet. */
function saidOnLoad(code: string): string[] {
  const found: string[] = [];
  const look = (node: Node): void => {
    if (/Function/.test(node.type)) return;
    // Schemas say their messages again for each reader.
    const isSchema =
      node.type === "CallExpression" &&
      isNode(part(node, "callee")) &&
      nameOf(part(node, "callee")) !== String(part(Object(part(node, "callee")), "name"));
    if (isSchema) return;
    if (node.type === "CallExpression" && ["t", "plural"].includes(nameOf(part(node, "callee"))))
      found.push(code.slice(node.start, node.end));
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) look(child);
  };
  look(parseAst(code, { lang: "ts" }));
  return found;
}

test("a text that is said while code loads is found", () => {
  const code =
    'const a = { b: t("One") }; const c = () => t("Two"); z.string().min(1, t("Three"));';
  expect(saidOnLoad(code)).toEqual(['t("One")']);
});

test("what both sides share says its texts when they are read", async () => {
  const early: string[] = [];
  for await (const [file, code] of sources())
    if (/^(contract|domain|server)\//.test(file))
      early.push(...saidOnLoad(code).map((text) => `${file}: ${text}`));
  expect(early).toEqual([]);
});
