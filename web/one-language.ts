import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { withoutNote } from "@gavelyard/messages/fill";
import { findTexts } from "@gavelyard/messages/find-texts";
import type { Language } from "@gavelyard/messages/languages";
import type { Plugin } from "vite";

/**
 * Replaces the English texts in the scripts with texts in one language, so that a page loads one
 * language and looks nothing up.
 */
export function oneLanguage(language: Language): Plugin {
  const dictionary = dictionaryOf(language);
  return {
    name: "one-language",
    enforce: "post",
    transform(code, id) {
      if (!code.includes("@gavelyard/messages/text") || id.includes("/messages/src/")) return null;
      let changed = code;
      for (const { text, start, end, call } of findTexts(this.parse(code)).toReversed()) {
        const translated = JSON.stringify(withoutNote(dictionary.get(text) ?? text));
        const place = call ?? { start, end };
        changed = changed.slice(0, place.start) + translated + changed.slice(place.end);
      }
      return { code: changed, map: null };
    },
    transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${language}">`),
  };
}
