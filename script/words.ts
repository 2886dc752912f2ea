/** Words that read like a translation, with replacements. */
const avoided: Readonly<Record<string, string>> = {
  anew: "again",
  besides: "other than",
  whoever: "anyone who",
  "the usual": "the default",
  "those of": "name what they are",
  "in vain": "without success",
  "counts at once": "takes effect immediately",
  "we tell": "we notify",
  "alarms administrators": "alerts administrators",
  "the asker": "the buyer who asked",
  "by whatever": "for any reason",
  "before its time": "early",
  "before their time": "early",
};

/** Between two words, also where a comment or a paragraph goes on in the next line. */
const gap = String.raw`[\s*/]+`;
const phrases = Object.keys(avoided).map((phrase) => phrase.replaceAll(" ", gap));
const pattern = new RegExp(String.raw`\b(?:${phrases.join("|")})\b`, "gi");

/** Returns a text's avoided words, as `3: anew (write: again)`. Lines count from 1. */
export function avoidedIn(text: string): string[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => {
    const phrase = found.replaceAll(/[\s*/]+/g, " ");
    const line = text.slice(0, index).split("\n").length;
    return `${line}: ${phrase} (write: ${avoided[phrase.toLowerCase()] ?? ""})`;
  });
}
