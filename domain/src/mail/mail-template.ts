/** The text of an email, with placeholders such as `{name}` and empty lines between paragraphs. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

const placeholder = /\{([^{}]*)\}/g;

/**
 * Returns what is wrong with a text's braces, each problem once: unknown placeholders such as
 * `{nmae}`, and unpaired braces.
 */
export function badPlaceholders(text: string, allowed: readonly string[]): string[] {
  const bad = new Set<string>();
  const rest = text.replaceAll(placeholder, (whole, name: string) => {
    if (!allowed.includes(name)) bad.add(whole);
    return "";
  });
  for (const [brace] of rest.matchAll(/[{}]/g)) bad.add(brace);
  return [...bad];
}

/**
 * Replaces placeholders with values. Braces inside a value are left alone, and so are placeholders
 * without a value.
 */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/**
 * Returns the paragraphs of a body with their values filled in. A paragraph with an empty value is
 * left out, so an empty note removes its whole sentence.
 */
export function filledParagraphs(body: string, values: Readonly<Record<string, string>>): string[] {
  const lines = body.split("\n").map((line) => line.trimEnd());
  return lines
    .join("\n")
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== "")
    .filter((paragraph) =>
      [...paragraph.matchAll(placeholder)].every(([, name = ""]) => values[name] !== ""),
    )
    .map((paragraph) => fillIn(paragraph, values));
}
