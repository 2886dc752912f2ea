import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { root } from "./build-web.ts";

const FILE = "sbom.cdx.json";
const MAX_BYTES = 64 << 20;

const bill = z.looseObject({
  components: z.array(z.looseObject({ "bom-ref": z.string(), purl: z.string() })),
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

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      dev: z.boolean().default(false),
    }),
  ),
});

/**
 * Returns the packages that production needs. The bill's own mark is of the first copy of each
 * version, which may be one for development only.
 */
async function productionPackages(): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(root, "package-lock.json"), "utf8");
  return new Set(
    Object.entries(lockfile.parse(JSON.parse(text)).packages)
      .filter(([, { dev }]) => !dev)
      .map(([location, { name = location.replace(/^.*node_modules\//, ""), version }]) => {
        return `pkg:npm/${name.replace("@", "%40")}@${version}`;
      }),
  );
}

async function production(all: z.infer<typeof bill>): Promise<z.infer<typeof bill>> {
  const needed = await productionPackages();
  const components = all.components.filter(({ purl }) => needed.has(purl));
  const dropped = new Set(all.components.map((each) => each["bom-ref"]));
  for (const each of components) dropped.delete(each["bom-ref"]);
  const dependencies = all.dependencies
    .filter(({ ref }) => !dropped.has(ref))
    .map((each) => ({ ...each, dependsOn: each.dependsOn.filter((ref) => !dropped.has(ref)) }));
  return { ...all, components, dependencies };
}

const result = await production(readBill());
const file = process.argv[2] ?? path.join(root, FILE);
await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
process.stdout.write(`${file}: ${result.components.length} packages\n`);
