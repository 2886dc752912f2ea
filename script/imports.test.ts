import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importRules, noFolderCircles, readImports, type ImportFault } from "./imports.ts";
import { workspaces } from "./workspaces.ts";

/** Violations of each rule, as importing and imported file. `type` marks a type import. */
const planted: readonly (readonly [rule: string, from: string, to: string])[] = [
  ["no-circles", "server/src/lots/a.ts", "server/src/lots/b.ts"],
  ["no-circles", "server/src/lots/c.ts", "type server/src/lots/d.ts"],
  [noFolderCircles, "server/src/wheel/spoke.ts", "type server/src/axle/pin-sql.ts"],
  [noFolderCircles, "server/src/axle/pin-sql.ts", "server/src/wheel/rim-sql.ts"],
  [noFolderCircles, "web/src/yard/map.ts", "web/src/yard/gate/bar.ts"],
  [noFolderCircles, "web/src/yard/gate/lock.ts", "web/src/yard/map.ts"],
  ["scripts-import-no-bench", "script/pictures.ts", "bench/yard.ts"],
  ["unresolved", "server/src/lots/lost.ts", "server/src/lots/nowhere.ts"],
  ["messages-import-nothing", "messages/src/said.ts", "domain/src/clock.ts"],
  ["demo-is-content", "demo/src/unit.ts", "server/src/bids/bids-sql.ts"],
  ["domain-is-pure", "domain/src/clock.ts", "node:fs"],
  ["contract-is-light", "contract/src/heavy.ts", "node:crypto"],
  ["client-is-a-package", "client/src/heavy.ts", "web/src/ui/button.tsx"],
  ["features-meet-in-sql", "server/src/lots/settle.ts", "server/src/bids/place.ts"],
  [
    "shared-folders-import-no-feature",
    "server/src/http/pages/pages.ts",
    "server/src/bids/place.ts",
  ],
  ["realtime-imports-no-feature", "server/src/realtime/hub.ts", "server/src/bids/bids-sql.ts"],
  ["routes-are-for-the-app", "server/src/main.ts", "server/src/bids/routes.ts"],
  ["app-is-for-the-process", "server/src/bids/whole.ts", "server/src/app.ts"],
  ["web-imports-no-server", "web/src/lots/direct.ts", "server/src/bids/bids-sql.ts"],
  ["server-imports-no-web", "server/src/lots/draw.ts", "web/src/ui/button.tsx"],
  ["web-features-meet-in-pages", "web/src/lots/card.tsx", "web/src/bids/form.tsx"],
  ["ui-stands-alone", "web/src/ui/price.tsx", "web/src/session/session.ts"],
];
const allowed: readonly (readonly [from: string, to: string])[] = [
  // The other half of each cycle; a cycle is reported once.
  ["server/src/lots/b.ts", "server/src/lots/a.ts"],
  ["server/src/lots/d.ts", "server/src/lots/c.ts"],
  ["server/src/lots/read.ts", "server/src/bids/bids-sql.ts"],
  ["server/src/app.ts", "server/src/bids/routes.ts"],
  ["web/src/lots/lot-page.tsx", "web/src/bids/form.tsx"],
  ["server/src/lots/read.test.ts", "server/src/bids/place.ts"],
];

let root: string;
let faults: readonly ImportFault[];
let crowded: readonly string[];
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "gavelyard-imports-"));
  const files = new Map<string, string[]>();
  for (const [from, to] of [...planted.map(([, ...pair]) => pair), ...allowed]) {
    files.set(from, [...(files.get(from) ?? []), to]);
    if (!/^(node:|type )|nowhere/.test(to) && !files.has(to)) files.set(to, []);
  }
  for (const [file, imports] of files) {
    const lines = imports.map((to) =>
      to.startsWith("type ")
        ? `import type { here as other } from "${addressOf(file, to.slice(5))}";`
        : `import "${addressOf(file, to)}";`,
    );
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), [...lines, "export const here = 1;", ""].join("\n"));
  }
  await mkdir(path.join(root, "server/src/full"));
  await Promise.all(
    Array.from({ length: 41 }, (_, index) =>
      writeFile(path.join(root, `server/src/full/part-${index}.ts`), "export const here = 1;"),
    ),
  );
  ({ faults, crowded } = await readImports(root, [...workspaces, "script", "bench"]));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function addressOf(from: string, to: string): string {
  if (to.startsWith("node:")) return to;
  const relative = path.relative(path.dirname(from), to);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

test.each(planted)("%s: %s may not import %s", (rule, from, to) => {
  const target = to.replace(/^(node:|type )/, "");
  expect(
    faults.some(
      (fault) =>
        fault.rule === rule && fault.from === from && fault.to.endsWith(path.basename(target)),
    ),
  ).toBe(true);
});

test.each(allowed)("%s may import %s", (from, to) => {
  const here = faults.filter((fault) => fault.from === from && fault.to === to);
  // The planted faults tie the planted folders into circles.
  expect(here.filter(({ rule }) => rule !== noFolderCircles)).toEqual([]);
});

test("each rule has a planted fault", () => {
  const shown = new Set(planted.map(([rule]) => rule));
  const rules = [noFolderCircles, ...importRules.map(({ name }) => name ?? "")];
  expect(rules.filter((name) => !shown.has(name))).toEqual([]);
});

test("a folder with more than 40 files is too crowded", () => {
  expect(crowded).toEqual(["server/src/full: 41 files"]);
});
