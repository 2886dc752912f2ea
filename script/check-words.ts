import { readFile } from "node:fs/promises";
import path from "node:path";
import { citingFiles } from "./documents.ts";
import { avoidedIn } from "./words.ts";

const root = path.join(import.meta.dirname, "..");
/** Files that list the avoided words or test for them. */
const allowed = /^script\/words(\.test)?\.ts$/;

const files = [...(await citingFiles(root)), "CHANGELOG.md"].filter((file) => !allowed.test(file));
const found = await Promise.all(
  files.map(async (file) => {
    const words = avoidedIn(await readFile(path.join(root, file), "utf8"));
    return words.map((word) => `${file}:${word}`);
  }),
);
process.stdout.write(
  found
    .flat()
    .map((line) => `${line}\n`)
    .join(""),
);
if (found.flat().length > 0) process.exitCode = 1;
