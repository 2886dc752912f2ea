import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { languages, type Language } from "@gavelyard/messages/languages";
import { english, say, setTranslator, type Message } from "@gavelyard/messages/text";
import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";

const reader = new AsyncLocalStorage<Language>();

/** Runs work whose texts are for a reader of a language, such as an email. */
export const inLanguage = <T>(language: Language, work: () => T): T => reader.run(language, work);

const others = languages.filter((language) => language !== "en");

/** Builds a message from text that is computed for each language, such as a date. */
export const inEachLanguage = (work: () => string): Message => ({
  text: inLanguage("en", work),
  values: {},
  in: Object.fromEntries(others.map((language) => [language, inLanguage(language, work)])),
});

/** Returns the message of a live event for readers of every language; pages show their own. */
export function messageInEachLanguage(message: Message) {
  const { in: messageIn } = inEachLanguage(() => say(message));
  return { message: english(message), messageIn };
}

/** Returns the offered language that an `Accept-Language` header prefers; English without one. */
export function preferredLanguage(
  header: string | undefined,
  offered: readonly Language[],
): Language {
  const ranked = (header ?? "")
    .split(",")
    .map((entry) => {
      const [tag = "", weight = "q=1"] = entry.split(";").map((part) => part.trim());
      return { name: tag.split("-")[0]?.toLowerCase(), weight: Number(weight.slice(2)) || 0 };
    })
    .sort((one, other) => other.weight - one.weight);
  for (const { name, weight } of ranked) {
    const known = offered.find((language) => language === name);
    if (known !== undefined && weight > 0) return known;
  }
  return "en";
}

/** Returns the language of a page by its address, such as `/es/vehicles`. */
export function languageOfPage(url: string, offered: readonly Language[]): Language {
  const prefix = /^\/(\w\w)(?=[/?]|$)/.exec(url)?.[1];
  return offered.find((language) => language !== "en" && language === prefix) ?? "en";
}

/** Answers each request in the language that it prefers. */
export function registerLanguages(app: FastifyInstance, offered: readonly Language[]): void {
  const dictionaries = new Map(offered.map((language) => [language, dictionaryOf(language)]));
  const language = () => {
    const requested = reader.getStore();
    return requested !== undefined && offered.includes(requested) ? requested : "en";
  };
  setTranslator({
    language,
    say: (text) => dictionaries.get(language())?.get(text),
  });
  if (offered.length < 2) return;
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("Vary", "Accept-Language");
    const requested = preferredLanguage(request.headers["accept-language"], offered);
    if (requested === "en") done();
    else inLanguage(requested, done);
  });
}
