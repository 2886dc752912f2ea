import { valuesToReveal } from "@gavelyard/domain/lot-proofs/hidden-values";
import {
  lotProofFormat,
  lotSecrets,
  openingText,
  rootText,
  stepOf,
  stepText,
  type HashedStep,
  type LotProof,
  type LotSecrets,
} from "@gavelyard/domain/lot-proofs/lot-proof";
import { replayNegotiation } from "@gavelyard/domain/sales/negotiation";
import {
  negotiationText,
  type NegotiationProof,
  type PublicNegotiationStep,
} from "@gavelyard/domain/lot-proofs/negotiation-proof";
import { sha256 } from "../db/secrets/sha256.ts";
import type { LotRecord } from "./sql.ts";

/** A record's proof, or the first problem found in it, as a sentence. */
export type ProofOrProblem =
  | { readonly proof: LotProof; readonly problem?: never }
  | { readonly proof?: never; readonly problem: string };

/** A record's steps and last hash, or the first problem found, as a sentence. */
type Chain =
  | { readonly steps: readonly HashedStep[]; readonly root: string; readonly problem?: never }
  | { readonly problem: string };

/** Rehashes the opening and every row, and compares each hash with the stored one. */
function chainOf({ lot, opening, rows }: LotRecord): Chain {
  if (lot.proof_secret === null || opening === null) return { problem: "The lot has no record" };
  const secrets = lotSecrets(lot.id, lot.proof_secret, sha256);
  if (secrets.reserveHash(lot.reserve_cents) !== opening.reserveHash)
    return { problem: "The reserve differs from the one set before the first bid" };

  let root = sha256(openingText(opening));
  const steps: HashedStep[] = [];
  const terms = { reserveCents: lot.reserve_cents, outcome: lot.outcome };
  for (const [index, row] of rows.entries()) {
    const step = stepOf(row, row, terms, secrets);
    root = sha256(stepText(lot.id, root, step));
    if (row.seq !== index + 1) return { problem: `Step ${index + 1} of the ledger is missing` };
    if (root !== row.hash)
      return { problem: `Step ${row.seq} of the ledger does not match its hash` };
    if (row.userId !== null && row.aliasOfUser !== row.alias)
      return { problem: `Step ${row.seq} of the ledger belongs to another person than its alias` };
    steps.push({ ...step, hash: root });
  }
  return { steps, root };
}

/** Verifies an open lot's record. Returns the problem as a sentence; null when there is none. */
export function openLotProblem(record: LotRecord): string | null {
  const chain = chainOf(record);
  if (chain.problem !== undefined) return chain.problem;
  const { lot, rows } = record;
  const last = rows.at(-1);
  if (lot.seq !== rows.length || lot.chain_head !== chain.root)
    return "The last step of the ledger is missing";
  return last?.bidCount === lot.bid_count && last.closesAtMs === lot.closes_at.getTime()
    ? null
    : "The lot's bid count or close differs from its ledger";
}

/**
 * Makes a closed lot's proof, and verifies its record including private fields: each row against
 * its hash, the lot against its last row, and the steps against the rules with the true maximums.
 */
export function proofOf(record: LotRecord): ProofOrProblem {
  const { lot, opening, rows, published } = record;
  if (lot.proof_secret === null || opening === null || published === null)
    return { problem: "The lot has no record, or its root was never published" };
  const chain = chainOf(record);
  if (chain.problem !== undefined) return chain;
  const { steps, root } = chain;
  const problem = endProblem(record, root);
  if (problem !== null) return { problem };

  const secrets = lotSecrets(lot.id, lot.proof_secret, sha256);
  const maxima = new Map(rows.map(({ seq, maxCents }) => [seq, maxCents ?? 0]));
  try {
    const revealed = valuesToReveal(opening, steps, {
      maxCents: (seq) => maxima.get(seq) ?? 0,
      reserveCents: lot.reserve_cents,
    });
    const opened = {
      reserve:
        revealed.reserveCents === null
          ? null
          : { reserveCents: revealed.reserveCents, salt: secrets.reserveSalt() },
      maxima: [...revealed.maxima]
        .toSorted(([one], [other]) => one - other)
        .map(([seq, maxCents]) => ({ seq, maxCents, salt: secrets.maxSalt(seq) })),
    };
    const negotiation = negotiationOf(record, root, secrets);
    if (negotiation === null) return { problem: "The negotiation does not match its hashes" };
    return {
      proof: { format: lotProofFormat, opening, steps, opened, root, published, negotiation },
    };
  } catch (error) {
    return { problem: `By the rules ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * Rehashes the steps that followed the close, and replays them with the true amounts; null when
 * one isn't what was hashed.
 * @throws Error for a step against the rules
 */
function negotiationOf(
  { lot, negotiation }: LotRecord,
  root: string,
  secrets: LotSecrets,
): NegotiationProof | null {
  const { end } = replayNegotiation(lot.price_cents ?? 0, negotiation);
  const steps: PublicNegotiationStep[] = [];
  let previous = root;
  for (const { cents, hash, ...step } of negotiation) {
    const amountHash = cents === null ? null : secrets.amountHash(step.seq, cents);
    previous = sha256(negotiationText(lot.id, previous, { ...step, amountHash }));
    if (hash !== previous) return null;
    steps.push({ ...step, amountHash, hash });
  }
  const agreed = end === "ACCEPT" ? negotiation.at(-2) : undefined;
  if (agreed === undefined || agreed.cents === null) return { steps, opened: null };
  const { seq, cents } = agreed;
  return { steps, opened: { seq, cents, salt: secrets.amountSalt(seq) } };
}

/** Verifies the end of a record. Returns the problem as a sentence; null when there is none. */
function endProblem(
  { lot, rows, published, previousHash }: LotRecord,
  root: string,
): string | null {
  const close = rows.at(-1);
  if (close?.kind !== "CLOSE" || lot.seq !== rows.length)
    return "The last step of the ledger is missing";
  if (lot.chain_head !== root || published?.root !== root)
    return "The ledger does not lead to the published root";
  if (
    close.amountCents !== lot.price_cents ||
    close.userId !== lot.leader_id ||
    close.bidCount !== lot.bid_count
  )
    return "The lot's winner or price differs from its ledger";
  if (sha256(rootText(published)) !== published.hash || published.previous !== previousHash)
    return "The line in the list of roots does not match its hash, or does not follow the previous line";
  return null;
}
