import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Language } from "./languages.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Maps each English text to its translation; empty for English. */
export function dictionaryOf(language: Language): ReadonlyMap<string, string> {
  if (language === "en") return new Map();
  const folder = path.join(root, language);
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder).sort()) {
    const content: unknown = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
    if (typeof content !== "object" || content === null) throw new Error(`${file} holds no texts`);
    for (const [english, text] of Object.entries(content)) {
      if (texts.has(english)) throw new Error(`${file} has "${english}" a second time`);
      texts.set(english, String(text));
    }
  }
  return texts;
}
