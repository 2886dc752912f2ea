/** Words that read like a translation, with replacements. */
const avoided: Readonly<Record<string, string>> = {
  anew: "again",
  besides: "other than",
  whoever: "anyone who",
  "the usual": "the default",
  "those of": "name what they are",
  "in vain": "without success",
  "counts at once": "takes effect immediately",
};

const pattern = new RegExp(String.raw`\b(?:${Object.keys(avoided).join("|")})\b`, "gi");

/** Returns a text's avoided words, as `3: anew (write: again)`. Lines count from 1. */
export function avoidedIn(text: string): string[] {
  return text.split("\n").flatMap((line, index) =>
    [...line.matchAll(pattern)].map(([word]) => {
      const instead = avoided[word.toLowerCase()] ?? "";
      return `${index + 1}: ${word} (write: ${instead})`;
    }),
  );
}
