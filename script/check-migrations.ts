import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./build-web.ts";
import { migrationFaults } from "./migrations.ts";

const folder = path.join(root, "server/src/db/migrations");
for (const file of (await readdir(folder)).sort()) {
  for (const fault of migrationFaults(file, await readFile(path.join(folder, file), "utf8"))) {
    process.stdout.write(`${fault}\n`);
    process.exitCode = 1;
  }
}
