import { fieldFaults, refusals } from "@gavelyard/contract/refusals";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./build-web.ts";
import { sources } from "./sources.ts";

test("docs/api.md lists each code of refusals and of fields with its meaning (D2)", async () => {
  const guide = await readFile(path.join(root, "docs/api.md"), "utf8");
  const rows = [...guide.matchAll(/^\| `([\w-]+)` +\| (.+?) +\|$/gm)].map(([, code, rest = ""]) => [
    code,
    ...rest.split(/ +\| /),
  ]);
  expect(rows).toEqual([
    ...Object.entries(refusals).map(([code, [status, meaning]]) => [code, String(status), meaning]),
    ...Object.entries(fieldFaults),
  ]);
});

test("the server refuses with each code", async () => {
  const left = new Set(Object.keys(refusals));
  for await (const [file, code] of sources())
    if (file.startsWith("server/src/"))
      for (const [, word = ""] of code.matchAll(/"([a-z-]+)"/g)) left.delete(word);
  expect([...left]).toEqual([]);
});
