import { root } from "./build-web.ts";
import { readImports } from "./imports.ts";
import { workspaces } from "./workspaces.ts";

/** Checks imports in the sources, scripts and tests, and the size of folders, by `imports.ts`. */
const tools = ["script", "bench", "tests"];
const read = [...workspaces, ...tools];
const folders = [...workspaces.map((name) => `${name}/src`), "web/routes.tsx", ...tools];
const { modules, faults, crowded } = await readImports(root, folders);
for (const { rule, from, to } of faults) process.stdout.write(`${rule}: ${from} imports ${to}\n`);
for (const folder of crowded) process.stdout.write(`too many files for one folder: ${folder}\n`);
const unread = read.filter((folder) => (modules.get(folder) ?? 0) === 0);
if (unread.length > 0) process.stdout.write(`no module was read in ${unread.join(", ")}\n`);
process.exit(faults.length + crowded.length + unread.length === 0 ? 0 : 1);
