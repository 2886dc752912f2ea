/**
 * The public record of a negotiation, which continues a lot's chain of hashes after its close
 * (`docs/verifiable-lots.md`, D63). Amounts are commitments: only a price agreed on is revealed.
 */
import { replayNegotiation, type NegotiationStep } from "../sales/negotiation.ts";

/** A step as the public sees it, with the hash of the chain up to and including it. */
export interface PublicNegotiationStep extends Omit<NegotiationStep, "cents"> {
  readonly seq: number;
  /** Commitment to the amount; only on COUNTER. */
  readonly amountHash: string | null;
  readonly hash: string;
}

export interface NegotiationProof {
  readonly steps: readonly PublicNegotiationStep[];
  /** The amount agreed on; null without an agreement. */
  readonly opened: { readonly seq: number; readonly cents: number; readonly salt: string } | null;
}

/** Returns the text of a step's hash. `previous` is the hash before; the lot's root for the first. */
export function negotiationText(
  lotId: number,
  previous: string,
  { seq, kind, side, amountHash, atMs, untilMs }: Omit<PublicNegotiationStep, "hash">,
): string {
  return JSON.stringify([
    previous,
    lotId,
    "negotiation",
    seq,
    kind,
    side,
    amountHash,
    atMs,
    untilMs,
  ]);
}

export function amountText(lotId: number, seq: number, cents: number, salt: string): string {
  return JSON.stringify(["amount", lotId, seq, cents, salt]);
}

/**
 * Verifies that the steps continue the lot's chain, follow D63 and reveal the price agreed on.
 * Returns the problems and that price.
 */
export async function verifyNegotiation(
  lotId: number,
  root: string,
  bidCents: number,
  { steps, opened }: NegotiationProof,
  hash: (text: string) => string | Promise<string>,
): Promise<{ readonly problems: readonly string[]; readonly agreedCents: number | null }> {
  const problems: string[] = [];
  let previous = root;
  for (const [index, step] of steps.entries()) {
    previous = await hash(negotiationText(lotId, previous, step));
    if (step.seq !== index + 1 || previous !== step.hash) {
      problems.push(`Step ${index + 1} of the negotiation doesn't match its hash`);
      break;
    }
  }
  const committed = steps.find(({ seq }) => seq === opened?.seq)?.amountHash;
  if (
    opened !== null &&
    (await hash(amountText(lotId, opened.seq, opened.cents, opened.salt))) !== committed
  )
    problems.push("The revealed price isn't the one that was negotiated");
  try {
    const publicSteps = steps.map((step) => ({
      ...step,
      cents: step.seq === opened?.seq ? opened.cents : null,
    }));
    const { end, agreedCents } = replayNegotiation(bidCents, publicSteps);
    if (end === "ACCEPT" && agreedCents === null)
      problems.push("The negotiated price isn't revealed");
    return { problems, agreedCents };
  } catch (error) {
    problems.push(
      `The negotiation breaks its rules: ${error instanceof Error ? error.message : ""}`,
    );
    return { problems, agreedCents: null };
  }
}
