import { afterEach, describe, expect, it } from "vitest";
import { fill } from "./fill.ts";
import { addressIn } from "./languages.ts";
import {
  currentLanguage,
  english,
  inEnglish,
  msg,
  plural,
  pluralMsg,
  say,
  setTranslator,
  t,
} from "./text.ts";

afterEach(() => setTranslator(inEnglish));

const fiveMinutes: string = "5 min";
const fiveHundred: string = "$500";

function speakSpanish(texts: Readonly<Record<string, string>>): void {
  setTranslator({ language: () => "es", say: (text) => texts[text] });
}

describe("English", () => {
  it("returns the text with its values", () => {
    expect(t("Place bid")).toBe("Place bid");
    expect(t("Lot {number} closes in {time}.", { number: 1205, time: fiveMinutes })).toBe(
      "Lot 1205 closes in 5 min.",
    );
  });

  it("accepts names and amounts as values, but no words that would stay English", () => {
    const state: "OPEN" | "CLOSED" = currentLanguage() === "en" ? "CLOSED" : "OPEN";
    // @ts-expect-error A code has a name in each language.
    expect(t("This lot is {state}.", { state })).toBe("This lot is CLOSED.");
    // @ts-expect-error Our own words must be texts.
    expect(msg("This lot is {state}.", { state: "closed" }).values).toEqual({ state: "closed" });
    expect(say(msg("This lot is {state}.", { state: msg("closed") }))).toBe("This lot is closed.");
  });

  it("drops the note that distinguishes equal texts", () => {
    expect(t("Open [state of an auction]")).toBe("Open");
  });

  it("counts", () => {
    expect(plural(0, "{n} bid", "{n} bids")).toBe("0 bids");
    expect(plural(1, "{n} bid", "{n} bids")).toBe("1 bid");
    expect(plural(1_234_567, "{n} bid", "{n} bids")).toBe("1,234,567 bids");
  });

  it("keeps a placeholder without a value, so that the mistake shows", () => {
    expect(fill("Bid {amount}", {})).toBe("Bid {amount}");
  });
});

describe("another language", () => {
  it("is looked up by the English text, including its note", () => {
    speakSpanish({
      "Place bid": "Pujar",
      "Open [state of an auction]": "Abierta",
      "{n} bid": "{n} puja",
      "{n} bids": "{n} pujas",
      "Bid {amount} or more.": "Ofrece {amount} o más.",
    });
    expect(currentLanguage()).toBe("es");
    expect(t("Place bid")).toBe("Pujar");
    expect(t("Open [state of an auction]")).toBe("Abierta");
    expect(plural(1, "{n} bid", "{n} bids")).toBe("1 puja");
    expect(plural(2, "{n} bid", "{n} bids")).toBe("2 pujas");
    expect(t("Bid {amount} or more.", { amount: fiveHundred })).toBe("Ofrece $500 o más.");
  });

  it("translates a message made before its reader was known, with nested messages", () => {
    const closed = msg("Closed {ago} ago, {state}.", {
      ago: pluralMsg(2, "{n} minute", "{n} minutes"),
      state: msg("sold"),
    });
    speakSpanish({
      "Closed {ago} ago, {state}.": "Cerró hace {ago}, {state}.",
      "{n} minutes": "{n} minutos",
      sold: "vendido",
    });
    expect(say(closed)).toBe("Cerró hace 2 minutos, vendido.");
    expect(english(closed)).toBe("Closed 2 minutes ago, sold.");
  });

  it("uses a text computed for the language, such as a date", () => {
    const day = { text: "Nov 20", values: {}, in: { es: "20 nov" } };
    const due = msg("Due {day}.", { day });
    expect(say(due)).toBe("Due Nov 20.");
    speakSpanish({ "Due {day}.": "Vence el {day}." });
    expect(say(due)).toBe("Vence el 20 nov.");
    expect(english(due)).toBe("Due Nov 20.");
  });

  it("translates a text known only at run time, and leaves others unchanged", () => {
    speakSpanish({ Sold: "Vendido" });
    expect(say("Sold")).toBe("Vendido");
    expect(say("Unit A [left]")).toBe("Unit A [left]");
  });
});

it.each([
  ["en", "/vehicles?page=2", "/vehicles?page=2"],
  ["es", "/vehicles?page=2", "/es/vehicles?page=2"],
  ["es", "/", "/es"],
  ["en", "", ""],
  ["es", "", "/es"],
] as const)("in %s, %s is at %s", (language, path, address) => {
  expect(addressIn(language, path)).toBe(address);
});
