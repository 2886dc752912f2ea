import { lotProof, proofRoots } from "@gavelyard/contract/bidding/lot-proofs";
import { formatDollars } from "@gavelyard/domain/money";
import type { RootEntry } from "@gavelyard/domain/lot-proofs/lot-proof";
import { verifyLot, verifyRoots } from "@gavelyard/domain/lot-proofs/verify-lot";
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";

/**
 * Verifies a lot's proof: `npm run verify-lot -- proof.json [--root HEX] [--roots roots.json ...]`.
 * Proof and lists are files or URLs. Exits with 0 if the proof is valid, 1 if not, 2 if it can't be
 * read.
 */
const usage = "npm run verify-lot -- PROOF [--root ROOT] [--roots LIST]...   (files or addresses)";
const sha256 = (text: string) => hash("sha256", text);
const say = (line: string) => process.stdout.write(`${line}\n`);

async function read(place: string): Promise<unknown> {
  if (/^https?:\/\//.test(place)) {
    const response = await fetch(place, { headers: { accept: "application/json" } });
    if (!response.ok) throw new Error(`${place} returned ${response.status}`);
    return response.json();
  }
  // npm changes to the package's folder before it runs a script.
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
    problems.push("The list of roots doesn't have this root for this lot");

  const { priceCents, winner, outcome, agreedCents } = verdict;
  say(
    `Lot ${proof.opening.lotId} of unit ${proof.opening.inventoryId}, ${proof.steps.length} steps`,
  );
  say(`Root ${verdict.root}`);
  if (problems.length > 0) {
    for (const problem of problems) say(`- ${problem}`);
    say("PROOF INVALID");
    return false;
  }
  say(
    winner === null || priceCents === null
      ? "No bid was standing at the close"
      : `Bidder ${winner} led at ${formatDollars(priceCents)}: ${outcome ?? ""}`,
  );
  if (agreedCents !== null) say(`Sold at ${formatDollars(agreedCents)} after negotiation`);
  if (lines.length > 0) say(`The list of ${lines.length} roots is unbroken and contains this one`);
  say(
    values.root === undefined
      ? "PROOF VALID for this root. Compare it with the root in your email, or pass it with --root."
      : "PROOF VALID, and it leads to the root that you entered",
  );
  return true;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Couldn't read the proof: ${text.slice(0, 500)}\n`);
  process.exitCode = 2;
}
