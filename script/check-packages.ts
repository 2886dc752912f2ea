import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { root } from "./build-web.ts";

/** Stores the last result from a registry, for times without one. */
const keptIn = process.argv[2] ?? path.join(root, "packages-checked.json");
const MAX_BYTES = 64 << 20;

const audited = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});
const signed = z.object({
  invalid: z.array(z.object({ name: z.string() })),
  missing: z.array(z.object({ name: z.string() })),
});
const storedResult = z.object({
  at: z.string(),
  lock: z.string(),
  found: z.array(z.string()),
});

/** Runs npm and returns its JSON output; null when the registry doesn't answer. */
function ask<T>(schema: z.ZodType<T>, args: readonly string[]): T | null {
  const npm = process.env["npm_execpath"];
  const options = { cwd: root, encoding: "utf8", maxBuffer: MAX_BYTES } as const;
  const { stdout } =
    npm === undefined
      ? spawnSync("npm", args, { ...options, shell: process.platform === "win32" })
      : spawnSync(process.execPath, [npm, ...args], options);
  try {
    return schema.parse(JSON.parse(stdout));
  } catch {
    return null;
  }
}

/** Returns what is wrong with the packages of production; null when the registry doesn't answer. */
function findFaults(): string[] | null {
  const vulnerable = ask(audited, ["audit", "--omit=dev", "--json"]);
  const signatures = ask(signed, ["audit", "signatures", "--json"]);
  if (vulnerable === null || signatures === null) return null;
  return [
    ...Object.entries(vulnerable.vulnerabilities).map(
      ([name, { severity }]) => `${name}: known vulnerability, ${severity}`,
    ),
    ...signatures.invalid.map(({ name }) => `${name}: the signature doesn't match`),
    ...signatures.missing.map(({ name }) => `${name}: no signature`),
  ];
}

const lock = createHash("sha256")
  .update(await readFile(path.join(root, "package-lock.json")))
  .digest("hex");
const found = findFaults();
if (found === null) {
  const text = await readFile(keptIn, "utf8").catch(() => null);
  const last = text === null ? null : storedResult.parse(JSON.parse(text));
  process.stdout.write(
    [
      "NOT CHECKED: the registry didn't answer about vulnerabilities and signatures.",
      last === null
        ? "No earlier result is stored."
        : `The last result is from ${last.at}${last.lock === lock ? "" : ", for other packages"}: ${last.found.length === 0 ? "nothing found" : last.found.join("; ")}.`,
      "",
    ].join("\n"),
  );
  process.exitCode = 2;
} else {
  const result = { at: new Date().toISOString(), lock, found };
  await writeFile(keptIn, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(
    found.length === 0
      ? "No known vulnerabilities, and every signature is valid.\n"
      : `${found.join("\n")}\n`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
