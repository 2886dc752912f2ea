import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { withoutNote } from "@gavelyard/messages/fill";
import { findTexts } from "@gavelyard/messages/find-texts";
import type { Language } from "@gavelyard/messages/languages";
import type { Plugin } from "vite";

/**
 * Puts the texts of one language into the scripts, in place of the English ones in the code, so that a
 * page loads one language and no lookup.
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
        const said = JSON.stringify(withoutNote(dictionary.get(text) ?? text));
        const place = call ?? { start, end };
        changed = changed.slice(0, place.start) + said + changed.slice(place.end);
      }
      return { code: changed, map: null };
    },
    transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${language}">`),
  };
}
