/** The product's languages. English, in which the code is written, comes first. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** Each language's name for itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", es: "Español" };

/** Locale for dates in each language. Numbers and dollars look the same in both. */
export const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US" };

/**
 * Returns the address of a page, such as `/vehicles?page=2`, in a language (D39). An empty path gives
 * the prefix of all pages.
 */
export function addressIn(language: Language, path: string): string {
  if (language === "en") return path;
  return path === "/" ? `/${language}` : `/${language}${path}`;
}

/** Returns the one form of a page's path: lower case, without a slash at its end. */
export const canonicalPath = (pathname: string): string =>
  pathname.toLowerCase().replace(/\/+$/, "") || "/";
