import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LocalFiles } from "../../files/local-files.ts";
import { KeptPages } from "./kept-pages.ts";

const HOUR_MS = 3_600_000;

let folder: string;
let files: LocalFiles;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kept-"));
  files = new LocalFiles(path.join(folder, "files"), 0);
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a version with these files at an hour. */
async function run(hour: number, contents: Readonly<Record<string, string>>): Promise<KeptPages> {
  const assets = await mkdtemp(path.join(folder, "assets-"));
  for (const [name, text] of Object.entries(contents))
    await writeFile(path.join(assets, name), text);
  const pages = new KeptPages(files);
  await pages.keep(assets, hour * HOUR_MS);
  return pages;
}
const read = async (pages: KeptPages, file: string) => (await pages.read(file))?.toString() ?? null;

const first = { "unit-a.js": "first unit", "shared-a.js": "shared", "shared-a.js.br": "…" };
const second = { "unit-b.js": "second unit", "shared-a.js": "shared" };

test("a page of the version before still gets its files, for a day", async () => {
  await run(0, first);
  const pages = await run(100, second);
  expect(await read(pages, "unit-a.js")).toBe("first unit");
  expect(await read(pages, "unit-b.js")).toBe("second unit");
  expect(await read(pages, "shared-a.js")).toBe("shared");
  expect(await read(pages, "shared-a.js.br")).toBe(null);
  for (const name of ["../secrets", "constructor", "toString", "__proto__"])
    expect(await read(pages, name)).toBe(null);
  expect(await read(await run(123, second), "unit-a.js")).toBe("first unit");
  const later = await run(124, second);
  expect(await read(later, "unit-a.js")).toBe(null);
  expect(await read(later, "unit-b.js")).toBe("second unit");
  expect(await files.list("pages/")).toHaveLength(2);
});

test("a version that runs again is kept as the newest", async () => {
  await run(0, first);
  await run(10, second);
  await run(20, first);
  const pages = await run(40, first);
  expect(await read(pages, "unit-a.js")).toBe("first unit");
  expect(await read(pages, "unit-b.js")).toBe("second unit");
  expect(await read(await run(45, first), "unit-b.js")).toBe(null);
});
