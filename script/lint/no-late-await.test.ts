import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** Returns the line numbers at which the rule reports a source. */
async function forbidden(source: string): Promise<number[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-lint-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = {
    jsPlugins: [path.join(root, "script/lint/no-late-await.ts")],
    categories: {},
    rules: { "promises/no-late-await": "error" },
  };
  await writeFile(path.join(folder, "config.json"), JSON.stringify(config));
  await writeFile(path.join(folder, "source.ts"), source);
  const args = ["-c", "config.json", "--format", "unix", "source.ts"];
  const output = await new Promise<string>((resolve, reject) => {
    execFile(path.join(root, "node_modules/.bin/oxlint"), args, { cwd: folder }, (error, stdout) =>
      // Exit code 1 means that it found something.
      error !== null && error.code !== 1 ? reject(error) : resolve(stdout),
    );
  });
  return [...output.matchAll(/source\.ts:(\d+):.*promises/g)].map(([, line]) => Number(line));
}

test("finds promises that are awaited after something else", async () => {
  const source = `
async function late(read: () => Promise<number>) {
  const one = read();
  const two = read();
  const first = await two;
  return first + (await one);
}
async function lateTogether(read: () => Promise<number>) {
  const all = [1, 2].map(read);
  await read();
  return Promise.all([await Promise.all(all)]);
}`;
  expect(await forbidden(source)).toEqual([6, 11]);
});

test("accepts those that are awaited together or at once, or whose rejection is handled", async () => {
  const source = `
async function good(read: () => Promise<number>) {
  const one = read();
  const two = read();
  const both = await Promise.all([one, two]);
  const heard = read().catch(() => 0);
  const later = read();
  later.catch(() => {});
  await read();
  const inside = read();
  const act = async () => { await inside; };
  return [both, await heard, await later, act];
}`;
  expect(await forbidden(source)).toEqual([]);
});
