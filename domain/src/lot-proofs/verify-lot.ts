/** Verifies the proof of a closed lot. Pure; the caller passes the hash function, sync or async. */
import { replayRevealed } from "./hidden-values.ts";
import {
  lotProofFormat,
  maximumText,
  openingText,
  reserveText,
  rootText,
  stepText,
  type LotProof,
  type RootEntry,
} from "./lot-proof.ts";
import { verifyNegotiation } from "./negotiation-proof.ts";
import type { LotProblem } from "./replay-lot.ts";
import type { LotOutcome } from "../sales/settlement.ts";

/** SHA-256 of a text in UTF-8, as lower-case hexadecimal. */
export type AnyHash = (text: string) => string | Promise<string>;

/** The result: what the proof shows, or the problems with it. */
export interface LotVerdict {
  readonly holds: boolean;
  readonly problems: readonly LotProblem[];
  /** Calculated from the steps, whatever the proof claims. */
  readonly root: string;
  readonly outcome: LotOutcome | null;
  readonly winner: number | null;
  readonly priceCents: number | null;
  /** The price negotiated after the close; null without an agreement. */
  readonly agreedCents: number | null;
}

/**
 * Verifies that the steps lead to the root, so none was removed, added, reordered or changed; that
 * revealed values match their commitments; and that each step follows from the one before by the
 * bidding rules.
 * @param expectedRoot the root from another source, such as an email
 */
export async function verifyLot(
  proof: LotProof,
  hash: AnyHash,
  expectedRoot: string | null = null,
): Promise<LotVerdict> {
  const { opening, steps } = proof;
  const problems: LotProblem[] = [];
  const about = (text: string, seq: number | null = null) => problems.push({ seq, text });
  const format: string = proof.format;
  if (format !== lotProofFormat) about(`The format is ${format}, not ${lotProofFormat}`);

  let root = await hash(openingText(opening));
  for (const [index, step] of steps.entries()) {
    root = await hash(stepText(opening.lotId, root, step));
    if (step.seq !== index + 1) about(`is in the place of step ${index + 1}`, step.seq);
    else if (root !== step.hash && problems.length === 0)
      about("doesn't match its hash, or an earlier step doesn't", step.seq);
  }
  if (root !== proof.root) about("The steps don't lead to the root");
  if (expectedRoot !== null && root !== expectedRoot.trim().toLowerCase())
    about("The steps don't lead to the root that you entered");

  await checkShown(proof, hash, about);
  for (const text of await checkEntry(proof.published, hash)) about(text);
  if (proof.published.root !== root || proof.published.lotId !== opening.lotId)
    about("The entry in the list of roots is for another lot");

  const violation = play(proof);
  if (violation !== null) problems.push(violation);
  const hasReserve = steps.some(({ reserve }) => reserve !== "NONE");
  if (hasReserve !== (opening.reserveHash !== null))
    about("The steps and the opening disagree on whether there is a reserve");

  const last = steps.at(-1);
  const close = last?.kind === "CLOSE" ? last : undefined;
  const { negotiation } = proof;
  if (negotiation.steps.length > 0 && close?.outcome !== "RESERVE_NOT_MET")
    about("The lot was negotiated although its bid met the reserve");
  const negotiated = await verifyNegotiation(
    opening.lotId,
    root,
    close?.amountCents ?? 0,
    negotiation,
    hash,
  );
  for (const text of negotiated.problems) about(text);
  return {
    holds: problems.length === 0,
    problems,
    root,
    outcome: close?.outcome ?? null,
    winner: close?.leader ?? null,
    priceCents: close?.amountCents ?? null,
    agreedCents: negotiated.agreedCents,
  };
}

function play({ opening, steps, opened }: LotProof): LotProblem | null {
  try {
    return replayRevealed(opening, steps, {
      maxima: new Map(opened.maxima.map(({ seq, maxCents }) => [seq, maxCents])),
      reserveCents: opened.reserve?.reserveCents ?? null,
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { seq: null, text: `The terms are invalid: ${error.message}` };
  }
}

async function checkShown(
  { opening, steps, opened }: LotProof,
  hash: AnyHash,
  about: (text: string, seq?: number) => void,
): Promise<void> {
  const committed = new Map(steps.map(({ seq, maxHash }) => [seq, maxHash]));
  const seen = new Set<number>();
  for (const { seq, maxCents, salt } of opened.maxima) {
    if (seen.has(seq)) about("has two maximums", seq);
    seen.add(seq);
    if ((await hash(maximumText(opening.lotId, seq, maxCents, salt))) !== committed.get(seq))
      about("has another maximum than the one revealed", seq);
  }
  if (opened.reserve === null) return;
  const { reserveCents, salt } = opened.reserve;
  if ((await hash(reserveText(opening.lotId, reserveCents, salt))) !== opening.reserveHash)
    about("The revealed reserve isn't the one that was set");
}

async function checkEntry(entry: RootEntry, hash: AnyHash): Promise<string[]> {
  if ((await hash(rootText(entry))) === entry.hash) return [];
  return [`Entry ${entry.position} of the list of roots doesn't match its hash`];
}

/**
 * Verifies consecutive entries of the list of roots and returns the problems. The first entry can
 * be at any position, so a part can be compared with an older copy.
 */
export async function verifyRoots(entries: readonly RootEntry[], hash: AnyHash): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    problems.push(...(await checkEntry(entry, hash)));
    const before = entries[index - 1];
    if (before === undefined) {
      if (entry.position === 1 && entry.previous !== null)
        problems.push("Entry 1 of the list of roots follows another entry");
      continue;
    }
    if (entry.position !== before.position + 1 || entry.previous !== before.hash)
      problems.push(`Entry ${entry.position} of the list of roots doesn't follow the one before`);
  }
  return problems;
}
