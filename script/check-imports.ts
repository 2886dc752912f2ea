import { root } from "./build-web.ts";
import { readImports } from "./imports.ts";

/** Holds the imports of all workspaces against the rules of `imports.ts`. */
const workspaces = ["domain", "contract", "server", "web"];
const folders = ["domain/src", "contract/src", "server/src", "web/src", "web/routes.tsx"];
const { modules, faults } = await readImports(root, folders);
for (const { rule, from, to } of faults) process.stdout.write(`${rule}: ${from} imports ${to}\n`);
const unread = workspaces.filter((workspace) => (modules.get(workspace) ?? 0) === 0);
if (unread.length > 0) process.stdout.write(`no module was read in ${unread.join(", ")}\n`);
process.exit(faults.length === 0 && unread.length === 0 ? 0 : 1);
