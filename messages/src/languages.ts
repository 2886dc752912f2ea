/** Languages that the product speaks. English comes first: it is what the code is written in. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** Each language's name for itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", es: "Español" };

/** Locales in which each language writes dates. Numbers and dollars are written alike in both. */
export const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US" };

/** Returns the address of a page, such as `/vehicles?page=2`, in a language. */
export function addressIn(language: Language, path: string): string {
  if (language === "en") return path;
  return path === "/" ? `/${language}` : `/${language}${path}`;
}
