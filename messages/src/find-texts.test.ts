import { parseAst } from "vite";
import { expect, test } from "vitest";
import { findTexts } from "./find-texts.ts";

const textsIn = (code: string) => findTexts(parseAst(code)).map(({ text }) => text);

test("texts are the literal arguments of t, msg and plural", () => {
  expect(
    textsIn('t("One"); msg(`Two`); plural(n, "{n} three", "{n} threes"); t("Four {n}", { n });'),
  ).toEqual(["One", "Two", "{n} three", "{n} threes", "Four {n}"]);
});

test("nothing else is a text", () => {
  expect(
    textsIn('t(known); other("No"); toString("No"); at.t("No"); plural("No", a, b); t(`No ${x}`);'),
  ).toEqual([]);
});

test("a text without values replaces its call", () => {
  const code = 'say(t("One"), t("Two {n}", { n }))';
  const [one, two] = findTexts(parseAst(code));
  expect(code.slice(one?.call?.start, one?.call?.end)).toBe('t("One")');
  expect(two?.call).toBeNull();
  expect(code.slice(two?.start, two?.end)).toBe('"Two {n}"');
});
