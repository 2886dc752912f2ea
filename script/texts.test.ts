import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { findTexts } from "@gavelyard/messages/find-texts";
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
