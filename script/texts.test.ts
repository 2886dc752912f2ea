import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { findTexts, visit } from "@gavelyard/messages/find-texts";
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
