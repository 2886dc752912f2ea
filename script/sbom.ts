import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { root } from "./build-web.ts";

const FILE = "sbom.cdx.json";
const MAX_BYTES = 64 << 20;

const bill = z.looseObject({
  components: z.array(
    z.looseObject({
      "bom-ref": z.string(),
      properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * Reads the bill of materials of all packages in the lockfile. Its `--omit dev` would leave out
 * everything that the root package lists for development, even what the server needs as well.
 */
function readBill(): z.infer<typeof bill> {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const npm = process.env["npm_execpath"];
  const options = { cwd: root, encoding: "utf8", maxBuffer: MAX_BYTES } as const;
  const { status, stdout, stderr } =
    npm === undefined
      ? spawnSync("npm", args, { ...options, shell: process.platform === "win32" })
      : spawnSync(process.execPath, [npm, ...args], options);
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return bill.parse(JSON.parse(stdout));
}

function production(all: z.infer<typeof bill>): z.infer<typeof bill> {
  const components = all.components.filter(
    ({ properties }) => !properties.some(({ name }) => name === "cdx:npm:package:development"),
  );
  const dropped = new Set(all.components.map((each) => each["bom-ref"]));
  for (const each of components) dropped.delete(each["bom-ref"]);
  const dependencies = all.dependencies
    .filter(({ ref }) => !dropped.has(ref))
    .map((each) => ({ ...each, dependsOn: each.dependsOn.filter((ref) => !dropped.has(ref)) }));
  return { ...all, components, dependencies };
}

const result = production(readBill());
await writeFile(path.join(root, FILE), `${JSON.stringify(result, null, 2)}\n`);
process.stdout.write(`${FILE}: ${result.components.length} packages\n`);
