import type { Language } from "@gavelyard/messages/languages";

/** Language that this page's scripts were built for. */
export const language: Language = import.meta.env.LANGUAGE ?? "en";

/** Path prefix of pages in this language. */
export const basename = language === "en" ? "" : `/${language}`;
