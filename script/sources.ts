import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const folders = ["client/src", "contract/src", "domain/src", "server/src", "web/src"];

/** Yields the source files of the product, without tests and their helpers. */
export async function* sources(): AsyncGenerator<readonly [file: string, code: string]> {
  for (const folder of folders) {
    for (const name of await readdir(path.join(root, folder), { recursive: true })) {
      if (!/[.]tsx?$/.test(name) || /[.](test|model)[.]|testing/.test(name)) continue;
      const file = path.join(folder, name);
      yield [file, await readFile(path.join(root, file), "utf8")];
    }
  }
}
