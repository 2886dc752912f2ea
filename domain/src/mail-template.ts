/** The wording of a mail: placeholders stand in braces, as `{name}`, and an empty line parts paragraphs. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

const placeholder = /\{([^{}]*)\}/g;

/**
 * What in a text stands in braces and is none of the placeholders allowed, each once: `{nmae}`, or a
 * brace that stands alone. None when the text may be used.
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
 * A text with values in place of its placeholders. What a value holds is never read as a placeholder
 * itself; a placeholder without a value stays as it is.
 */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/**
 * The paragraphs of a body with its values filled in. One that names a placeholder whose value is
 * empty is left out: a note that nobody wrote takes its sentence along.
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
