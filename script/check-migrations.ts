import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./build-web.ts";
import { doubledNumbers, migrationFaults } from "./migrations.ts";

const folder = path.join(root, "server/src/db/migrations");
const files = (await readdir(folder)).sort();
for (const file of doubledNumbers(files)) {
  process.stdout.write(`${file}: another file has its number\n`);
  process.exitCode = 1;
}
for (const file of files) {
  for (const fault of migrationFaults(file, await readFile(path.join(folder, file), "utf8"))) {
    process.stdout.write(`${fault}\n`);
    process.exitCode = 1;
  }
}
