import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./build-web.ts";

/** The server with reload on change; its pages come from the sources, with reload of their own. */
const child = spawn(
  process.execPath,
  [
    ...["server/src", "contract/src", "domain/src"].map(
      (dir) => `--watch-path=${path.join(root, dir)}`,
    ),
    "--watch-preserve-output",
    path.join(root, "server/src/main.ts"),
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, GAVELYARD_DEV: "1" } },
);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 0));
