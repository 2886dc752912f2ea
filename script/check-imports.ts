import { root } from "./build-web.ts";
import { readImports } from "./imports.ts";

/** Checks every import in the sources, scripts and tests against the rules of `imports.ts`. */
const read = ["domain", "contract", "client", "demo", "server", "web", "script", "bench", "tests"];
const folders = [
  "domain/src",
  "contract/src",
  "client/src",
  "demo/src",
  "server/src",
  "web/src",
  "web/routes.tsx",
  "script",
  "bench",
  "tests",
];
const { modules, faults } = await readImports(root, folders);
for (const { rule, from, to } of faults) process.stdout.write(`${rule}: ${from} imports ${to}\n`);
const unread = read.filter((folder) => (modules.get(folder) ?? 0) === 0);
if (unread.length > 0) process.stdout.write(`no module was read in ${unread.join(", ")}\n`);
process.exit(faults.length === 0 && unread.length === 0 ? 0 : 1);
