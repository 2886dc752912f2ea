import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { root } from "./build-web.ts";

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      dev: z.boolean().default(false),
      link: z.boolean().default(false),
    }),
  ),
});
const bill = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(z.object({ purl: z.string().startsWith("pkg:npm/") })),
});

test("the bill of materials names the packages that production needs, and no others (ASVS 15.1.2)", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "sbom-"));
  try {
    const file = path.join(folder, "sbom.json");
    const run = spawnSync(process.execPath, [path.join(root, "script/sbom.ts"), file]);
    expect(run.status, String(run.stderr)).toBe(0);
    const { components } = bill.parse(JSON.parse(await readFile(file, "utf8")));
    const { packages } = lockfile.parse(
      JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8")),
    );
    const needed = Object.entries(packages)
      .filter(([location, { dev, link }]) => location !== "" && !dev && !link)
      .map(([location, { name, version }]) => {
        const [last = ""] = location.split("node_modules/").slice(-1);
        return `${name ?? last}@${version}`;
      });
    expect(needed.length).toBeGreaterThan(100);
    const named = components.map(({ purl }) => decodeURIComponent(purl.slice("pkg:npm/".length)));
    expect(named.toSorted()).toEqual([...new Set(needed)].toSorted());
  } finally {
    await rm(folder, { recursive: true });
  }
});
