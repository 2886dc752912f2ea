import { spawnSync } from "node:child_process";
import path from "node:path";
import { root } from "./build-web.ts";

/** Rerenders the pictures of the named bodies, or all pictures that are out of date. */
const script = path.join(root, "demo-pictures/render.sh");
process.exitCode = spawnSync(script, process.argv.slice(2), { stdio: "inherit" }).status ?? 1;
