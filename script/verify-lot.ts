import { lotProof, proofRoots } from "@gavelyard/contract/proofs";
import { formatDollars } from "@gavelyard/domain/money";
import type { RootEntry } from "@gavelyard/domain/lot-proof";
import { verifyLot, verifyRoots } from "@gavelyard/domain/verify-lot";
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";

/**
 * Checks the proof of a lot: `npm run verify-lot -- proof.json [--root HEX] [--roots roots.json ...]`.
 * Proof and list are files or addresses. Exits with 0 when the proof holds, with 1 when it does not,
 * with 2 when it cannot be read.
 */
const usage = "npm run verify-lot -- PROOF [--root ROOT] [--roots LIST]...   (files or addresses)";
const sha256 = (text: string) => hash("sha256", text);
const say = (line: string) => process.stdout.write(`${line}\n`);

async function read(place: string): Promise<unknown> {
  if (/^https?:\/\//.test(place)) {
    const response = await fetch(place, { headers: { accept: "application/json" } });
    if (!response.ok) throw new Error(`${place} answers ${response.status}`);
    return response.json();
  }
  // npm runs scripts in the folder of the package, not where it was called.
  const from = process.env["INIT_CWD"] ?? process.cwd();
  return JSON.parse(await readFile(path.resolve(from, place), "utf8"));
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { root: { type: "string" }, roots: { type: "string", multiple: true } },
  });
  const [place, ...more] = positionals;
  if (place === undefined || more.length > 0) throw new Error(`Usage: ${usage}`);
  const proof = lotProof.response.parse(await read(place));
  const verdict = await verifyLot(proof, sha256, values.root ?? null);
  const problems = verdict.problems.map(({ seq, text }) =>
    seq === null ? text : `Step ${seq} ${text}`,
  );

  const lines: RootEntry[] = [];
  for (const list of values.roots ?? [])
    lines.push(...proofRoots.response.parse(await read(list)).content);
  problems.push(...(await verifyRoots(lines, sha256)));
  const listed = lines.find(({ lotId }) => lotId === proof.opening.lotId);
  if (lines.length > 0 && listed?.hash !== proof.published.hash)
    problems.push("The list of roots has no such line for this lot");

  const { priceCents, winner, outcome } = verdict;
  say(
    `Lot ${proof.opening.lotId} of unit ${proof.opening.inventoryId}, ${proof.steps.length} steps`,
  );
  say(`Root ${verdict.root}`);
  if (problems.length > 0) {
    for (const problem of problems) say(`- ${problem}`);
    say("THE PROOF DOES NOT HOLD");
    return false;
  }
  say(
    winner === null || priceCents === null
      ? "No bid stood at the close"
      : `Bidder ${winner} led at ${formatDollars(priceCents)}: ${outcome ?? ""}`,
  );
  say(
    values.root === undefined
      ? "THE PROOF HOLDS for this root. Compare it with the one in your mail, or give it by --root."
      : "THE PROOF HOLDS, and leads to the root that you gave",
  );
  return true;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The proof cannot be read: ${text.slice(0, 500)}\n`);
  process.exitCode = 2;
}
