import type { Language } from "@gavelyard/messages/languages";

/** Language that this page's scripts were built for. */
export const language: Language = import.meta.env.LANGUAGE ?? "en";

/** Start of all addresses of pages in this language. */
export const basename = language === "en" ? "" : `/${language}`;
