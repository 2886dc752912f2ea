import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { workspaces } from "./workspaces.ts";

export interface Citation {
  readonly number: number;
  readonly file: string;
}

/** Kind of document whose numbers code and pages cite. */
export type CitedKind = "rule" | "section" | "decision";

const patterns: Readonly<Record<CitedKind, RegExp>> = {
  // Matches `D19` and `D18 to D25`, but not `%D9` in a URL.
  rule: /(?<![%\w])D(\d{1,3})\b(?: to D(\d{1,3})\b)?/g,
  // Matches `section 9` and `sections 3, 4 and 9`, also across a line break in a comment.
  section: /\bsections?[\s*]+(\d{1,2}(?:(?:, | and )\d{1,2})*)\b/g,
  decision: /\bdecisions?(?: |\/)(\d{1,4})\b/g,
};

/** Returns all numbers of a kind that a text cites. Ranges are expanded. */
export function citedIn(kind: CitedKind, text: string): number[] {
  return [...text.matchAll(patterns[kind])].flatMap(([, from = "", to]) => {
    if (kind === "section") return from.split(/, | and /).map(Number);
    const last = Number(to ?? from);
    return Array.from({ length: last - Number(from) + 1 }, (_, index) => Number(from) + index);
  });
}

const folders = [...workspaces, "bench", "docs", "script", "tests"];
const pathInBackticks = new RegExp(`\`((?:deploy|${folders.join("|")})/[^\`\\s]*)\``, "g");

/** Returns the repository paths that a page names in backticks, and the pages it links to. */
export function pathsIn(page: string, text: string): string[] {
  const named = [...text.matchAll(pathInBackticks)]
    .map(([, name = ""]) => name)
    .filter((name) => !/[<*{]/.test(name));
  const linked = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) =>
    path.posix.join(path.posix.dirname(page), target),
  );
  return [...named, ...linked];
}

const pages = ["CONTRIBUTING.md", "GLOSSARY.md", "README.md"];
/**
 * Excluded paths: names of truck engines look like rule numbers, and the code that tests citations
 * has wrong ones.
 */
const excluded =
  /(^|\/)(node_modules|dist)(\/|$)|^server\/src\/demo\/catalogue\/|^script\/documents/;

/** Lists the text files that can have citations, with `/` in their paths. */
export async function citingFiles(root: string): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(path.join(root, folder), { recursive: true });
      return entries.map((entry) => path.posix.join(folder, entry.split(path.sep).join("/")));
    }),
  );
  const isText = (file: string) => /[.](ts|tsx|mjs|sql|md|css)$/.test(file);
  return [...pages, ...found.flat()].filter((file) => isText(file) && !excluded.test(file));
}

export async function citations(root: string, kind: CitedKind): Promise<Citation[]> {
  const files = await citingFiles(root);
  const cited = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(root, file), "utf8");
      return [...new Set(citedIn(kind, text))].map((number) => ({ number, file }));
    }),
  );
  return cited.flat();
}
