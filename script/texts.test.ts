import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { findTexts, isNode, part, visit, type Node } from "@gavelyard/messages/find-texts";
import { parseAst } from "vite";
import { beforeAll, expect, test } from "vitest";
import { sources } from "./sources.ts";

const spanish = dictionaryOf("es");
const said = new Map<string, string>();

function textsIn(file: string, code: string): string[] {
  if (!code.includes("@gavelyard/messages/text")) return [];
  const program = parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" });
  return findTexts(program).map(({ text }) => text);
}

/** Names, columns of staff's CSV files, and texts that only code and its console read. */
const notTranslated = new Set(
  [
    "Facebook, Gavelyard, Guest User, Instagram",
    "Hammer price, Inventory number, Payment due, Record ID, Record name, User ID",
    "Auction refresh failed:, Backspace, Escape, Notification",
    "Check, Columns, File, From, Import, Next, Previous, Results, To",
  ].flatMap((names) => names.split(", ")),
);
/** Files with names, and with English texts for search engines. */
const notForReaders = /states-of-us|site-hours|vehicle-data/;
const readsLikeWords = /^\s*[A-Z][a-z]+(?:-[a-z]+)?(?:[ .,?!].*)?$|\d (?:to|or|of) \d/;

/** Returns the words of a screen that stay English because nothing translates them. */
function untranslatedIn(file: string, code: string): string[] {
  const program = parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" });
  const said = new Set(findTexts(program).map(({ start }) => start));
  const errors: { start: number; end: number }[] = [];
  const untranslated: string[] = [];
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
    if (words.test(text) && !notTranslated.has(text) && !said.has(node.start) && !inError)
      untranslated.push(text);
  });
  return untranslated;
}

const withoutSpanish = (file: string, code: string) =>
  textsIn(file, code).filter((text) => !spanish.has(text));

beforeAll(async () => {
  for await (const [file, code] of sources())
    for (const text of textsIn(file, code)) said.set(text, file);
});

test("finds texts without Spanish, also in components and plurals", () => {
  const code = `import { plural, t } from "@gavelyard/messages/text";
    export const Lemons = ({ n }: { n: number }) => (
      <p title={t("Lot")}>{t("Not a lemon")} {plural(n, "{n} lemon", "{n} lemons")}</p>
    );`;
  expect(withoutSpanish("lemons.tsx", code)).toEqual(["Not a lemon", "{n} lemon", "{n} lemons"]);
});

test("code has texts", () => {
  expect(said.size).toBeGreaterThan(3000);
});

test("every text has Spanish", () => {
  expect([...said].filter(([text]) => !spanish.has(text))).toEqual([]);
});

test("every Spanish text is used", () => {
  expect([...spanish.keys()].filter((text) => !said.has(text))).toEqual([]);
});

test("no Spanish text has words that only English has", () => {
  const english = /(?<!\p{L})(?:and|for|from|of|or|the|was|were|with|your)(?!\p{L})/u;
  // Values, tags, names of fields, and an English term after the Spanish one.
  const notWords = /\{\w+\}|<[^>]+>|^\w+: |\(bill of sale\)/g;
  const texts = [...spanish.values()].map((text) => text.replaceAll(notWords, ""));
  expect(texts.filter((text) => english.test(text))).toEqual([]);
});

test("finds untranslated words of screens, in text, attributes and tables", () => {
  const code = `const kinds = { A: "1 to 7 days", B: t("Over 7 days") };
    export const Lemons = ({ all }) => (
      <p title="Not a lemon" className="text-lg">lemons {all ? "Every lemon" : t("Lot")}</p>
    );
    throw new Error("Not a lemon");`;
  expect(untranslatedIn("lemons.tsx", code)).toEqual([
    "1 to 7 days",
    "Not a lemon",
    "lemons",
    "Every lemon",
  ]);
});

test("screens translate all their words", async () => {
  const untranslated: string[] = [];
  for await (const [file, code] of sources()) {
    if (!file.startsWith("web/src") || notForReaders.test(file)) continue;
    untranslated.push(...untranslatedIn(file, code).map((text) => `${file}: ${text}`));
  }
  expect(untranslated).toEqual([]);
});

/** Files with texts of the realtime protocol, of records and for operators. */
const readByOthers =
  /^(web|client)\/|^server\/src\/(realtime|demo|db|backups|every-call|settings)\b/;

/** Returns the words of a literal; null for other expressions and for codes. */
function wordsOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  const [value, quasis] = [part(node, "value"), part(node, "quasis")];
  const text = Array.isArray(quasis) ? quasis.map((each) => each.value.raw).join("") : value;
  return typeof text === "string" && /[a-z]/.test(text) ? text : null;
}

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
 * Returns what code would show every reader in English: words of a message that nothing translates,
 * codes as words, and texts translated on load.
 */
function englishIn(code: string): string[] {
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

test("finds words that every reader would get in English", () => {
  expect(englishIn('x = { message: a ? "Signed out" : t("Signed in") };')).toEqual(["Signed out"]);
  expect(
    englishIn("x = { news: `You won ${unit}`, kind: `a`, message: `${a}`, fault: F };"),
  ).toEqual(["You won "]);
  expect(englishIn("msg('It is {a}', { a: status.toLowerCase() })")).toEqual([
    "status.toLowerCase()",
  ]);
});

test("the server answers each reader in their language", async () => {
  const english: string[] = [];
  for await (const [file, code] of sources())
    if (!readByOthers.test(file))
      english.push(...englishIn(code).map((text) => `${file}: ${text}`));
  expect(english).toEqual([]);
});

/** Files other than screens whose words all reach a reader. */
const allForReaders =
  /^(domain\/src\/mail\/mail-placeholders|server\/src\/(wishlist\/calendar|sales\/payment\/export-payments|http\/pages\/busy-page))\.ts$/;
/** Names, samples, headers and types that are the same in every language. */
const alike = new Set(
  [
    "Accept, Account, Bidding, Content-Security-Policy, Gavelyard, Retry-After, Sales, Staff, Vary, Watchlist",
    "Amarillo Fall Sale, Dana Reyes, Red River Haulaway",
  ]
    .flatMap((names) => names.split(", "))
    .concat("Amarillo Yard, 1 I-40, Amarillo, TX 79101", "Dallas, TX 75201"),
);

test("samples in emails, calendars, exports and the busy page translate all their words", async () => {
  const untranslated: string[] = [];
  for await (const [file, code] of sources()) {
    if (!allForReaders.test(file)) continue;
    const found = untranslatedIn(file, code).filter((text) => !alike.has(text));
    untranslated.push(...found.map((text) => `${file}: ${text}`));
  }
  expect(untranslated).toEqual([]);
});

/** Returns the texts that code translates while it loads, before a reader is known. */
function translatedOnLoad(code: string): string[] {
  const found: string[] = [];
  const look = (node: Node): void => {
    if (/Function/.test(node.type)) return;
    // Schemas translate their messages again for each reader.
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

test("finds texts that are translated while code loads", () => {
  const code =
    'const a = { b: t("One") }; const c = () => t("Two"); z.string().min(1, t("Three"));';
  expect(translatedOnLoad(code)).toEqual(['t("One")']);
});

test("shared code translates its texts only when they are read", async () => {
  const early: string[] = [];
  for await (const [file, code] of sources())
    if (/^(contract|domain|server)\//.test(file))
      early.push(...translatedOnLoad(code).map((text) => `${file}: ${text}`));
  expect(early).toEqual([]);
});
