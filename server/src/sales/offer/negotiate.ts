import { msg, type Message } from "@gavelyard/messages/text";
import { centsToDollars, dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import {
  counterBounds,
  defaultAnswerHours,
  hasExpired,
  MAX_ROUNDS,
  nextNegotiation,
  type Negotiation,
  type NegotiationKind,
  type NegotiationRefusal,
  type Side,
} from "@gavelyard/domain/sales/negotiation";
import { negotiationText } from "@gavelyard/domain/lot-proofs/negotiation-proof";
import { lotSecrets } from "@gavelyard/domain/lot-proofs/lot-proof";
import type { PoolClient } from "pg";
import { insertAudit } from "../../audit/sql.ts";
import { sha256 } from "../../db/secrets/sha256.ts";
import { Refusal } from "../../refusal.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { RecordedStep } from "../../jobs/mail-content.ts";
import { setting } from "../../operating-settings/sql.ts";
import { mailTo, notice, unitOfMail } from "../announce-award.ts";
import { buyerOf } from "../awards-sql.ts";
import { peopleByIds, type PersonRow } from "../bids-sql.ts";
import { makeOffer } from "./make-offer.ts";
import { insertStep, negotiationChain } from "../negotiations-sql.ts";
import { setOfferStatus } from "../offers-sql.ts";
import {
  nextPhase,
  openSale,
  phaseOfSale,
  type HighBid,
  type Recorder,
  type SaleActor,
} from "../lock-sale.ts";
import type { Sale } from "../sale-sql.ts";

const HOUR_MS = 3_600_000;

interface TakenStep {
  readonly untilMs: number | null;
  readonly recorded: RecordedStep | null;
}

/**
 * Takes a step in a lot's negotiation by the rules (D63), appends it to the lot's record, and
 * schedules the end of a counteroffer at its deadline.
 * @throws Refusal 409 or 422 for a step that isn't allowed
 */
export async function takeStep(
  tx: PoolClient,
  sale: Sale,
  kind: NegotiationKind,
  side: Side | null,
  cents: number | null = null,
): Promise<TakenStep> {
  const { lotId, nowMs, negotiation } = sale;
  const untilMs = kind === "COUNTER" ? await answerUntilMs(tx, sale) : null;
  const step = { kind, side, cents, atMs: nowMs, untilMs };
  const next = nextNegotiation(negotiation, step);
  if (typeof next === "string") throw refused(next, negotiation, side);

  const { secret, stored, ...chain } = await negotiationChain(tx, lotId);
  const secrets = secret === null ? null : lotSecrets(lotId, secret, sha256);
  let { head } = chain;
  let recorded: RecordedStep | null = null;
  const steps = [...sale.steps, { ...step, seq: sale.steps.length + 1, hash: null }];
  // Normally one; an open counteroffer from the previous version has no step yet.
  for (const each of steps.slice(stored)) {
    if (secrets !== null && head !== null) {
      const { seq } = each;
      const amountHash = each.cents === null ? null : secrets.amountHash(seq, each.cents);
      head = sha256(negotiationText(lotId, head, { ...each, amountHash }));
      recorded = { seq, hash: head, salt: each.cents === null ? null : secrets.amountSalt(seq) };
    }
    await insertStep(tx, lotId, { ...each, hash: head });
  }
  if (untilMs !== null) {
    await enqueue(tx, "end-negotiation", { lotId }, { runAt: new Date(untilMs + 1) });
  }
  return { untilMs, recorded };
}

export async function answerUntilMs(tx: PoolClient, { nowMs }: Sale): Promise<number> {
  const hours = (await setting(tx, "negotiation"))?.answerHours ?? defaultAnswerHours;
  return nowMs + hours * HOUR_MS;
}

function refused(refusal: NegotiationRefusal, negotiation: Negotiation, side: Side | null) {
  const bounds = side === null ? null : counterBounds(negotiation, side);
  switch (refusal) {
    case "AMOUNT_TOO_LOW":
    case "AMOUNT_TOO_HIGH": {
      if (bounds === null)
        return new Refusal(
          "wrong-state",
          msg("There is no room left between the two amounts. Accept or decline."),
        );
      const least = formatDollars(bounds.minCents);
      const most = bounds.maxCents === null ? null : formatDollars(bounds.maxCents);
      return new Refusal(
        "value-refused",
        most === null
          ? msg("amount: Enter {least} or more", { least })
          : least === most
            ? msg("amount: Enter {least}", { least })
            : msg("amount: Enter between {least} and {most}", { least, most }),
      );
    }
    case "NO_ROUND_LEFT":
      return new Refusal(
        "limit-reached",
        msg("This was the last of {MAX_ROUNDS} rounds. Accept or decline the counteroffer.", {
          MAX_ROUNDS,
        }),
      );
    case "OVER":
    case "NOT_YOUR_TURN":
    case "TOO_LATE":
    case "NOT_EXPIRED":
      return new Refusal(
        "edit-conflict",
        msg("This negotiation has changed. Reload it, then answer again."),
      );
  }
}

/** Makes a counteroffer for the seller and tells the bidder (D63). */
export async function counterForSeller(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  bid: HighBid,
  { amount, reason }: { readonly amount: number; readonly reason?: string | undefined },
  by: SaleActor,
): Promise<void> {
  nextPhase(sale, "COUNTER_OFFER");
  const cents = dollarsToCents(amount);
  const { untilMs, recorded } = await takeStep(tx, sale, "COUNTER", "SELLER", cents);
  const offer = {
    kind: "COUNTER_OFFER" as const,
    userId: bid.userId,
    bidId: bid.bidId,
    bidCents: bid.priceCents,
    cents,
    until: new Date(untilMs ?? 0).toISOString(),
    reason: reason ?? null,
    recorded,
  };
  await makeOffer(tx, record, sale, offer, by);
}

/**
 * Counters an open counteroffer for its bidder (D63).
 * @throws Refusal 409 if the limit doesn't cover it, 422 for an amount out of bounds
 */
export async function counterForBidder(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  amount: number,
  by: SaleActor,
): Promise<void> {
  nextPhase(sale, "BIDDER_COUNTER");
  const { offer } = sale;
  if (offer === null) throw new Error(`lot ${sale.lotId} has no counteroffer`);
  const cents = dollarsToCents(amount);
  const { untilMs, recorded } = await takeStep(tx, sale, "COUNTER", "BIDDER", cents);
  // The bid keeps its hold during the negotiation, and an agreement replaces it.
  const { availableCents } = await buyerOf(tx, by.userId);
  refuseOverLimit(availableCents + (sale.leaderMaxCents ?? 0), cents);
  await setOfferStatus(tx, offer.id, "DECLINED");
  const { bidder, staff } = await partiesOf(tx, sale);
  await mailTo(tx, bidder, `negotiation:${sale.lotId}:${sale.steps.length + 1}`, {
    kind: "COUNTER_SENT",
    ...unitOfMail(sale, bidder),
    timeZone: sale.timeZone,
    offerCents: cents,
    until: new Date(untilMs ?? 0).toISOString(),
    recorded,
  });
  await notifyStaff(
    tx,
    record,
    sale,
    staff,
    msg("{bidder} countered with {amount}.", {
      bidder: bidder.name,
      amount: formatDollars(cents),
    }),
  );
  await insertAudit(tx, {
    actorId: by.userId,
    action: "counter-received",
    subjectType: "lot",
    subjectId: sale.lotId,
    after: { offerId: offer.id, amount },
    ip: by.ip,
  });
}

/** @throws Refusal 409 when a bidder's available limit doesn't cover a price */
export function refuseOverLimit(availableCents: number, cents: number): void {
  if (availableCents >= cents) return;
  const left = formatDollars(Math.max(0, availableCents));
  throw new Refusal(
    "bid-limit-exceeded",
    msg(
      "You have only {left} of your bid limit left, and this needs more. Request a higher limit first.",
      { left },
    ),
  );
}

/** Ends a negotiation without an agreement, and tells both sides (D63). The bid still stands. */
export async function endNegotiation(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  kind: "DECLINE" | "WITHDRAW" | "EXPIRE",
  side: Side | null,
  by: {
    readonly userId: number | null;
    readonly ip: string | null;
    readonly reason?: string | null;
  },
): Promise<void> {
  const { negotiation, offer } = sale;
  const { recorded } = await takeStep(tx, sale, kind, side);
  if (offer?.status === "OPEN")
    await setOfferStatus(tx, offer.id, kind === "DECLINE" ? "DECLINED" : "WITHDRAWN");
  const { bidder, staff } = await partiesOf(tx, sale);
  const isBiddersTurn = negotiation.turn === "BIDDER";
  const cents = (isBiddersTurn ? negotiation.askCents : negotiation.offerCents) ?? 0;
  const amount = formatDollars(cents);
  const how = { DECLINE: "declined", WITHDRAW: "withdrew", EXPIRE: "expired" }[kind];
  const news = {
    DECLINE: isBiddersTurn
      ? msg("You declined the counteroffer of {amount}.", { amount })
      : msg("The seller declined your counteroffer of {amount}.", { amount }),
    WITHDRAW: msg("The seller withdrew the counteroffer of {amount}.", { amount }),
    EXPIRE: isBiddersTurn
      ? msg("The counteroffer of {amount} expired.", { amount })
      : msg("Your counteroffer of {amount} expired.", { amount }),
  }[kind];
  await mailTo(tx, bidder, `negotiation:${sale.lotId}:${sale.steps.length + 1}`, {
    kind: "NEGOTIATION_OVER",
    ...unitOfMail(sale, bidder),
    news,
    bidCents: sale.priceCents ?? 0,
    recorded,
  });
  record(notice(sale, [bidder.id], news));
  if (side !== "SELLER") {
    const about = { bidder: bidder.name, amount };
    const text =
      kind === "DECLINE"
        ? msg("{bidder} declined the counteroffer of {amount}.", about)
        : isBiddersTurn
          ? msg("The counteroffer of {amount} expired.", { amount })
          : msg("{bidder}'s counteroffer of {amount} expired.", about);
    await notifyStaff(tx, record, sale, staff, text);
  }
  await insertAudit(tx, {
    actorId: by.userId,
    action: "negotiation-ended",
    subjectType: "lot",
    subjectId: sale.lotId,
    after: { how, by: side, amount: centsToDollars(cents) },
    reason: by.reason ?? null,
    ip: by.ip,
  });
}

/** Notifies the staff member who made the last counteroffer. */
export async function notifyStaff(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  staff: PersonRow,
  news: Message,
): Promise<void> {
  await mailTo(tx, staff, `negotiation:${sale.lotId}:${sale.steps.length + 1}:staff`, {
    kind: "NEGOTIATION_NEWS",
    ...unitOfMail(sale, staff),
    auctionId: sale.auctionId,
    news,
  });
  record(notice(sale, [staff.id], news));
}

/** Returns the bidder of the last counteroffer, and the member of staff who made it. */
export async function partiesOf(
  tx: PoolClient,
  { lotId, offer }: Sale,
): Promise<{ readonly bidder: PersonRow; readonly staff: PersonRow }> {
  const ids = offer === null ? [] : [offer.userId, offer.createdBy];
  const people = await peopleByIds(tx, ids);
  const [bidder, staff] = ids.map((id) => people.get(id));
  if (bidder === undefined || staff === undefined) throw new Error(`lot ${lotId} has no offer`);
  return { bidder, staff };
}

/**
 * Locks and returns a lot's sale. First records the end of a negotiation whose deadline has passed.
 * @throws Refusal 404
 */
export async function openCurrentSale(
  tx: PoolClient,
  record: Recorder,
  lotId: number,
): Promise<Sale> {
  const sale = await openSale(tx, lotId);
  if (!hasExpired(sale.negotiation, sale.nowMs)) return sale;
  // If the previous version decided the lot, its negotiation ended with that.
  if (phaseOfSale(sale) === "NEGOTIATION_FAILED")
    await endNegotiation(tx, record, sale, "EXPIRE", null, { userId: null, ip: null });
  return openSale(tx, lotId);
}
