import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { citations, citedIn, pathsIn } from "./documents.ts";

const root = path.join(import.meta.dirname, "..");
const read = (file: string) => readFile(path.join(root, file), "utf8");

/** Lists citations of unknown numbers, such as `D99 in domain/src/bidding/bidding.ts`. */
function unknown(
  cited: readonly { readonly number: number; readonly file: string }[],
  known: ReadonlySet<number>,
): string[] {
  return cited
    .filter(({ number }) => !known.has(number))
    .map(({ number, file }) => `${number} in ${file}`);
}

describe("citations", () => {
  test.each([
    ["rule", "(D18 to D20, D25)", [18, 19, 20, 25]],
    ["rule", "a Volvo %D9%A1 and an AD12", []],
    [
      "section",
      "(section 9, D33) and (specification\n * section 4), sections 3, 4 and 9",
      [9, 4, 3, 4, 9],
    ],
    ["decision", "docs/decisions/0018 and decision 22", [18, 22]],
  ] as const)("of a %s are read from %j", (kind, text, numbers) => {
    expect(citedIn(kind, text)).toEqual(numbers);
  });

  test("of paths are read from code and links", () => {
    expect(
      pathsIn(
        "docs/a.md",
        "`domain/src/x.ts`, `server/src/<feature>/` and [b](b.md#part), [c](https://c)",
      ),
    ).toEqual(["domain/src/x.ts", "docs/b.md"]);
  });
});

describe("docs/rules.md", async () => {
  const text = await read("docs/rules.md");
  const rules = text.split(/^(?=## D\d)/m).slice(1);
  const numbers = rules.map((rule) => Number(/^## D(\d+) /.exec(rule)?.[1]));
  const cited = await citations(root, "rule");

  test("numbers its rules from 1 without a gap", () => {
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test("has every rule that is cited", () => {
    expect(unknown(cited, new Set(numbers))).toEqual([]);
  });

  test("has only rules that the code cites, or that aren't built yet", () => {
    const citedByCode = new Set(
      cited.filter(({ file }) => !file.endsWith(".md")).map(({ number }) => number),
    );
    const idle = rules.filter(
      (rule, index) => !citedByCode.has(index + 1) && !rule.includes("**Not built yet.**"),
    );
    expect(idle.map((rule) => rule.split("\n", 1)[0])).toEqual([]);
  });

  test("says where each built rule is enforced and what proves it", () => {
    const silent = rules.filter(
      (rule) =>
        !rule.includes("**Not built yet.**") &&
        !/^- Enforced: .*\S[\s\S]*^- Proven: .*[.]test[.]ts/m.test(rule),
    );
    expect(silent.map((rule) => rule.split("\n", 1)[0])).toEqual([]);
  });
});

describe("docs/specification.md", async () => {
  const text = await read("docs/specification.md");
  const numbers = [...text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));

  test("has every section that is cited", async () => {
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(unknown(await citations(root, "section"), new Set(numbers))).toEqual([]);
  });
});

describe("docs/decisions", async () => {
  const index = await read("docs/decisions/README.md");
  const rows = [...index.matchAll(/^\| (\d{4}) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)];
  const files = (await readdir(path.join(root, "docs/decisions"))).filter((file) =>
    /^\d{4}-/.test(file),
  );

  test("has each record in its index once, numbered from 1 without a gap", () => {
    const numbers = rows.map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    const linked = rows.flatMap(([, , title = ""]) => /\]\((\d{4}-[^)]*)\)/.exec(title)?.[1] ?? []);
    expect(linked).toEqual(files.toSorted());
  });

  test("has the records' titles and statuses in its index", async () => {
    const names = await Promise.all(
      files.toSorted().map(async (file) => {
        const text = await read(`docs/decisions/${file}`);
        return [file, /^# \d+[.] (.*)$/m.exec(text)?.[1], /^Status: (.*)[.]$/m.exec(text)?.[1]];
      }),
    );
    const listed = rows.flatMap(([, , title = "", status, date]) => {
      const link = /^\[(.*)\]\((.*)\)$/.exec(title);
      return link === null ? [] : [[link[2], link[1], `${status}, ${date}`]];
    });
    expect(listed).toEqual(names);
  });

  test.each(files)("%s has a decision, then its context", async (file) => {
    expect(await read(`docs/decisions/${file}`)).toMatch(
      /^# \d+[.] .*\n\nStatus: .*\n\n\*\*Decision[.]\*\*[\s\S]*^\*\*Context[.]\*\*/m,
    );
  });

  test("has every record that is cited", async () => {
    const known = new Set(rows.map(([, number]) => Number(number)));
    expect(unknown(await citations(root, "decision"), known)).toEqual([]);
  });
});

test.each([
  "docs/rules.md",
  "docs/specification.md",
  "docs/architecture.md",
  "docs/security.md",
  "docs/decisions/README.md",
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "GLOSSARY.md",
])("%s names files that exist", async (page) => {
  const missing = pathsIn(page, await read(page)).filter(
    (name) => !existsSync(path.join(root, name)),
  );
  expect(missing).toEqual([]);
});
