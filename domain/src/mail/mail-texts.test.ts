import fc from "fast-check";
import { expect, test } from "vitest";
import { mailPlaceholders, type MailPlaceholderName } from "./mail-placeholders.ts";
import { badPlaceholders, fillIn, filledParagraphs } from "./mail-template.ts";
import { mailTextFaults, mailTextNames, sampleValues, mailDefinition } from "./mail-texts.ts";

const names = Object.keys(mailPlaceholders) as MailPlaceholderName[];
const someNames = fc.subarray(names);

test.each(mailTextNames)("the default text of %s uses only its own placeholders", (name) => {
  const { subject, body, placeholders } = mailDefinition(name);
  expect(mailTextFaults(name, { subject, body })).toEqual([]);
  const values = sampleValues(name);
  expect(Object.keys(values)).toEqual([...placeholders]);
  expect([fillIn(subject, values), ...filledParagraphs(body, values)].join("\n")).not.toMatch(
    /[{}]/,
  );
});

test.each([
  ["Hello {name}", []],
  ["Hello {nmae}", ["{nmae}"]],
  ["{limit} for {name}, {limit}", ["{limit}"]],
  ["{ name }", ["{ name }"]],
  ["{}", ["{}"]],
  ["a { and a }", ["{ and a }"]],
  ["only {", ["{"]],
  ["{{name}}", ["{", "}"]],
  ["{constructor} {__proto__}", ["{constructor}", "{__proto__}"]],
])("%j has the invalid placeholders %j", (text, bad) => {
  expect(badPlaceholders(text, ["name"])).toEqual(bad);
});

test("text without braces is valid, and placeholders that aren't allowed are not", () => {
  fc.assert(
    fc.property(fc.string(), someNames, fc.constantFrom(...names), (text, allowed, used) => {
      const plain = text.replaceAll(/[{}]/g, "");
      expect(badPlaceholders(plain, allowed)).toEqual([]);
      const bad = badPlaceholders(`${plain}{${used}}`, allowed);
      expect(bad).toEqual(allowed.includes(used) ? [] : [`{${used}}`]);
    }),
  );
});

test("allowed placeholders are all filled in, and values are never read as placeholders", () => {
  const piece = fc.oneof(
    fc.string().map((text) => text.replaceAll(/[{}]/g, "")),
    fc.constantFrom(...names).map((name) => `{${name}}`),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.string(), (pieces, value) => {
      const text = pieces.join("");
      expect(badPlaceholders(text, names)).toEqual([]);
      const values = Object.fromEntries(names.map((name) => [name, value]));
      const expected = pieces.map((each) => (/^\{.*\}$/s.test(each) ? value : each)).join("");
      expect(fillIn(text, values)).toBe(expected);
    }),
  );
  expect(fillIn("{name} bid {limit}", { name: "{limit}", limit: "$&" })).toBe("{limit} bid $&");
});

test("a paragraph with an empty placeholder is left out", () => {
  const body = "Hello {name},\n\nYour limit stays.  \n \n\nReason: {reason}\nAsk us.";
  expect(filledParagraphs(body, { name: "Dana", reason: "" })).toEqual([
    "Hello Dana,",
    "Your limit stays.",
  ]);
  expect(filledParagraphs(body, { name: "Dana", reason: "late\n\nwire" })).toEqual([
    "Hello Dana,",
    "Your limit stays.",
    "Reason: late\n\nwire\nAsk us.",
  ]);
});
