import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { dictionaryOf } from "./dictionary.ts";
import { withoutNote } from "./fill.ts";

const folder = path.resolve(import.meta.dirname, "../es");
const files = readdirSync(folder);
const pairs = [...dictionaryOf("es")];

/** Returns the pairs whose matches of `part` differ between English and Spanish, in any order. */
const differing = (part: RegExp) =>
  pairs.filter((pair) => {
    const [english, spanish] = pair.map((text) => (text.match(part) ?? []).sort().join(" "));
    return english !== spanish;
  });

/** Returns whether a text has unbalanced question or exclamation marks. */
const unpaired = (text: string): boolean =>
  [/[¿?]/g, /[¡!]/g].some((marks) => (text.match(marks) ?? []).length % 2 !== 0);

const read = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(folder, file), "utf8"));

it("has texts", () => {
  expect(pairs.length).toBeGreaterThan(500);
});

it.each(files)("%s is sorted by English, with each text once", (file) => {
  const sorted = Object.entries(read(file)).sort(([a], [b]) => (a < b ? -1 : 1));
  expect(readFileSync(path.join(folder, file), "utf8")).toBe(
    `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`,
  );
});

it("keeps placeholders and tags", () => {
  expect(differing(/\{\w+\}|<\/?\w+>/g)).toEqual([]);
});

it("keeps amounts, times and counts", () => {
  expect(differing(/\d+/g)).toEqual([]);
});

it("keeps spaces at the start and the end", () => {
  expect(differing(/^\s+|\s+$/g)).toEqual([]);
});

it("has no notes for translators in translations", () => {
  expect(pairs.filter(([, text]) => text.trim() === "" || withoutNote(text) !== text)).toEqual([]);
});

it("leaves only the texts of same.json in English", () => {
  const same = pairs.filter(([english, text]) => text === withoutNote(english));
  expect(same).toEqual(Object.entries(read("same.json")));
});

it("addresses readers as usted", () => {
  const informal =
    /(?<!\p{L})(tú|tus?|ti|te|contigo|tienes|puedes|quieres|debes|necesitas|eres|estás)(?!\p{L})/iu;
  const orders =
    /(?:^|[.!?:] )(?:Agrega|Añade|Borra|Busca|Confirma|Elige|Envía|Escribe|Guarda|Ingresa|Intenta|Revisa|Selecciona|Sube|Usa|Vuelve) /u;
  expect(pairs.filter(([, text]) => informal.test(text) || orders.test(text))).toEqual([]);
});

it("calls pictures fotos", () => {
  expect(pairs.filter(([, text]) => /im[aá]gen/i.test(text))).toEqual([]);
});

it("keeps adjectives that agree with a number apart from one that can be 1", () => {
  const agrees =
    /\{(?!n\})\w+\}(?:<\/\w+>)? (?:nuev[oa]s|pendientes|\p{L}+(?:[ai]d|iert|ech|uest)[oa]s)(?!\p{L})/u;
  // Dollar amounts, and counts that are always plural.
  const many = /\{(?:left|max|maxOpenFinance|bytes|closedLots)\}/;
  expect(pairs.filter(([, text]) => agrees.test(text) && !many.test(text))).toEqual([]);
});

it("opens questions and exclamations", () => {
  expect(pairs.filter(([, text]) => unpaired(text))).toEqual([]);
});

it("states deadlines inclusively", () => {
  const deadlines = pairs.filter(([english]) =>
    / by <?\{(?:time|until|dueAt|paymentDueAt)/.test(english),
  );
  expect(deadlines.length).toBeGreaterThan(5);
  expect(deadlines.filter(([, text]) => text.includes("antes de"))).toEqual([]);
});

it("avoids false friends", () => {
  const lookAlikes =
    /(?<!\p{L})(asumi(?:r|mos)|aplicar para|soporta(?:mos|r)?|remover|eventualmente|actualmente|chequear|accesar|clickear|email|log ?in|cuentan? contra|hacer sentido)(?!\p{L})/iu;
  const said = pairs.map(([, text]) => text.replaceAll(/\{\w+\}/g, ""));
  expect(said.filter((text) => lookAlikes.test(text))).toEqual([]);
});

it("has a word by which section 5 recognizes the end of a session where the English speaks of a token, and nowhere else", () => {
  const word = /jwt|token|expired|unauthorized|invalid/i;
  // Pages have this one themselves.
  const ofServer = pairs.filter(([english]) => english !== "Failed to refresh token");
  const wrong = ofServer.filter(([english, text]) => word.test(text) !== /token/i.test(english));
  expect(wrong).toEqual([]);
});
