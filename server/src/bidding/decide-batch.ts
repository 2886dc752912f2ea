import { msg } from "@gavelyard/messages/text";
import {
  decideBid,
  refuseRaise,
  type BidRefusal,
  type LedgerRow,
  type LotState,
} from "@gavelyard/domain/bidding/bidding";
import { defaultIncrements } from "@gavelyard/domain/bidding/bid-increments";
import { isBarred } from "@gavelyard/domain/sellers/seller";
import { lotSecrets } from "@gavelyard/domain/lot-proofs/lot-proof";
import { message } from "@gavelyard/contract/common";
import { refusalCode, type RefusalCode } from "@gavelyard/contract/refusals";
import { z } from "zod";
import { sha256 } from "../db/secrets/sha256.ts";
import { spoken, Refusal } from "../refusal.ts";
import type {
  AliasRow,
  EarlierBidRow,
  EarlierRefusalRow,
  HoldChange,
  NewRefusal,
} from "./batch-sql.ts";
import { LotChain, type UnchainedRow } from "./chain-sql.ts";
import { aliasKey, attemptKey, type BatchFacts, type BidOrder } from "./facts.ts";
import type { NewLedgerRow } from "./ledger-sql.ts";
import type { LotTerms } from "./lot-messages.ts";
import { lotNowMs, lotState } from "./lot-sql.ts";
import { receiptOf, type Receipt } from "./receipt.ts";
import { mayNotBid, noSuchLot, ownUnit, refusedBid } from "./refusals.ts";

/** The answer to an order, valid once its batch is committed. */
export type OrderAnswer =
  | { readonly accepted: true; readonly receipt: Receipt }
  | { readonly accepted: false; readonly error: Refusal };

export interface LotInBatch {
  readonly lotId: number;
  readonly title: string;
  readonly terms: LotTerms;
  readonly leaderBefore: number | null;
  readonly chain: LotChain;
  /** The lot's time, which never runs backward (D53). */
  readonly nowMs: number;
  /** Whether a bidder was told in this batch that the lot has closed. */
  isAnnounced: boolean;
  state: LotState;
  aliasCount: number;
  readonly rows: NewLedgerRow[];
  /** Users who led at some point in this batch. */
  readonly ledInBatch: Set<number>;
}

/** The writes of a batch, and the answers to send after them. */
export interface DecidedBatch {
  readonly nowMs: number;
  /** The lots that changed. */
  readonly lots: readonly LotInBatch[];
  /**
   * `lots`, and lots that a bidder was told have closed: their time must not run backward (D53).
   */
  readonly judged: readonly LotInBatch[];
  readonly ledger: readonly NewLedgerRow[];
  readonly holds: readonly HoldChange[];
  readonly aliases: readonly AliasRow[];
  readonly refusals: readonly NewRefusal[];
  /** Builds the answers, in the order of the orders; `ledgerIds` are the ids of the new rows. */
  answer(ledgerIds: readonly number[]): OrderAnswer[];
}

type PendingAnswer = (ledgerIds: readonly number[]) => OrderAnswer;

/** Returns the text stored under a key, to detect a key that is reused for another order. */
function requestText(order: BidOrder): string {
  const raises = order.raisesBidId === null ? "" : `:${order.raisesBidId}`;
  return `${order.inventoryId}:${order.amountCents}:${order.maxCents ?? ""}${raises}`;
}

/** Decides orders in sequence, in memory, on locked facts (D18 to D25). */
export function decideBatch(orders: readonly BidOrder[], facts: BatchFacts): DecidedBatch {
  const batch = new Batch(facts);
  const pending = orders.map((order) => batch.decide(order));
  return {
    nowMs: facts.nowMs,
    lots: [...batch.lots.values()].filter((lot) => lot.rows.length > 0),
    judged: [...batch.lots.values()].filter((lot) => lot.rows.length > 0 || lot.isAnnounced),
    ledger: batch.ledger,
    holds: batch.holdChanges(),
    aliases: batch.newAliases,
    refusals: batch.refusals,
    answer: (ledgerIds) => pending.map((answer) => answer(ledgerIds)),
  };
}

const refused =
  (error: Refusal): PendingAnswer =>
  () => ({ accepted: false, error });

class Batch {
  readonly lots = new Map<number, LotInBatch>();
  readonly ledger: NewLedgerRow[] = [];
  readonly newAliases: AliasRow[] = [];
  readonly refusals: NewRefusal[] = [];
  readonly #facts: BatchFacts;
  readonly #aliases: Map<string, number>;
  /** Changes of holds in this batch so far, by user, in cents. */
  readonly #holds = new Map<number, number>();

  constructor(facts: BatchFacts) {
    this.#facts = facts;
    this.#aliases = new Map(facts.aliases);
    for (const row of facts.lots.values()) {
      this.lots.set(row.inventory_id, {
        lotId: row.id,
        title: row.title,
        terms: {
          inventoryId: row.inventory_id,
          startingCents: row.starting_cents,
          reserveCents: row.reserve_cents,
          increments: row.increments ?? defaultIncrements,
        },
        leaderBefore: row.leader_id,
        chain: new LotChain(row),
        nowMs: lotNowMs(row, facts.nowMs),
        isAnnounced: false,
        state: lotState(row),
        aliasCount: row.alias_count,
        rows: [],
        ledInBatch: new Set(),
      });
    }
  }

  decide(order: BidOrder): PendingAnswer {
    const earlier = this.#earlierAnswer(order);
    if (earlier !== null) return earlier;

    const bidder = this.#facts.bidders.get(order.userId);
    if (bidder === undefined || bidder.status !== "ACTIVE" || bidder.role !== "ROLE_CUSTOMER") {
      return this.#refuse(order, mayNotBid());
    }
    const lot = this.lots.get(order.inventoryId);
    if (lot !== undefined && this.#isSeller(order.userId, lot))
      return this.#refuse(order, ownUnit());
    const unraisable = this.#refuseRaise(order, lot);
    if (unraisable !== null) return this.#refuseBid(order, unraisable);
    if (lot === undefined) return this.#refuse(order, this.#noOpenLot(order.inventoryId));

    const heldCents = this.#holds.get(order.userId) ?? 0;
    const verdict = decideBid(
      lot.state,
      {
        userId: order.userId,
        limitCents: bidder.limit_cents,
        committedCents: bidder.leading_cents + bidder.awarded_cents + heldCents,
      },
      order,
      lot.nowMs,
    );
    if (!verdict.accepted) lot.isAnnounced ||= verdict.refusal.reason === "LOT_CLOSED";
    if (!verdict.accepted) return this.#refuseBid(order, verdict.refusal);

    for (const { userId, deltaCents } of verdict.holds) {
      this.#holds.set(userId, (this.#holds.get(userId) ?? 0) + deltaCents);
    }
    lot.state = verdict.lot;
    if (verdict.lot.leader !== null) lot.ledInBatch.add(verdict.lot.leader.userId);
    return this.#write(order, lot, verdict.rows);
  }

  holdChanges(): HoldChange[] {
    return [...this.#holds]
      .filter(([, deltaCents]) => deltaCents !== 0)
      .map(([userId, deltaCents]) => ({ userId, deltaCents }));
  }

  #write(order: BidOrder, lot: LotInBatch, rows: readonly LedgerRow[]): PendingAnswer {
    const [bid, proxy] = rows;
    if (bid === undefined) throw new Error("an accepted bid has no row");
    const ledgerIndex = this.ledger.length;
    const aliases = lot.aliasCount;
    const aliasNo = this.#aliasOf(lot, order.userId);
    const leader = lot.state.leader;
    const unchained = rows.map((row): UnchainedRow => {
      const asked = row === bid;
      return {
        ...row,
        lotId: lot.lotId,
        aliasNo: row.userId === null ? null : this.#aliasOf(lot, row.userId),
        placedAtMs: lot.nowMs,
        reason: null,
        actorId: null,
        idempotencyKey: asked ? order.idempotencyKey : null,
        request: asked && order.idempotencyKey !== null ? requestText(order) : null,
        ip: asked ? order.ip : null,
      };
    });
    const written = lot.chain.add(
      unchained,
      leader === null ? null : this.#aliasOf(lot, leader.userId),
      { newBidder: aliasNo > aliases },
    );
    this.ledger.push(...written);
    lot.rows.push(...written);
    return (ledgerIds) => {
      const id = ledgerIds[ledgerIndex];
      if (id === undefined) throw new Error("an accepted bid has no ledger row");
      const receipt = receiptOf(
        {
          id,
          seq: bid.seq,
          userId: order.userId,
          aliasNo,
          amountCents: bid.amountCents ?? order.amountCents,
          requestedCents: bid.requestedCents ?? order.amountCents,
          maxCents: bid.maxCents ?? order.amountCents,
          bidCount: bid.bidCount,
          placedAtMs: lot.nowMs,
          closesAtMs: bid.closesAtMs,
          extended: bid.extended,
          proxyCents: proxy?.amountCents ?? null,
          stepHash: written[0]?.hash ?? null,
          maxSalt: lot.chain.maxSalt(bid.seq),
        },
        lot.terms,
      );
      return { accepted: true, receipt };
    };
  }

  #aliasOf(lot: LotInBatch, userId: number): number {
    const key = aliasKey(lot.lotId, userId);
    const given = this.#aliases.get(key);
    if (given !== undefined) return given;
    lot.aliasCount += 1;
    this.#aliases.set(key, lot.aliasCount);
    this.newAliases.push({ lot_id: lot.lotId, user_id: userId, alias_no: lot.aliasCount });
    return lot.aliasCount;
  }

  /** Not one of the rules by which closed lots are replayed: their proofs don't name sellers (D93). */
  #isSeller(userId: number, { lotId, state }: LotInBatch): boolean {
    const leftAtMs = this.#facts.sellerAccounts.get(aliasKey(lotId, userId));
    return leftAtMs !== undefined && isBarred(leftAtMs, state.opensAtMs);
  }

  #refuseRaise(order: BidOrder, lot: LotInBatch | undefined): BidRefusal | null {
    if (order.raisesBidId === null) return null;
    const bid = this.#facts.raised.get(order.raisesBidId);
    if (bid === undefined) throw new Error(`bid ${order.raisesBidId} is gone`);
    return refuseRaise(
      { lotId: bid.lot_id, closesAtMs: bid.closes_at.getTime(), stands: bid.stands },
      lot?.lotId ?? null,
    );
  }

  /** Returns the earlier answer under the order's key; null when there is none (D14). */
  #earlierAnswer(order: BidOrder): PendingAnswer | null {
    if (order.idempotencyKey === null) return null;
    const key = attemptKey(order.userId, order.idempotencyKey);
    const bid = this.#facts.earlierBids.get(key);
    const refusal = this.#facts.earlierRefusals.get(key);
    const earlier = bid ?? refusal;
    if (earlier === undefined) return null;
    if (earlier.request !== requestText(order)) {
      return refused(
        new Refusal(
          "key-reused",
          msg("This Idempotency-Key was used for another bid. Use a new one."),
        ),
      );
    }
    if (refusal !== undefined) return refused(storedRefusal(refusal));
    return bid === undefined ? null : () => ({ accepted: true, receipt: earlierReceipt(bid) });
  }

  /** Returns the error for a late bid, which says when the lot closed (D22), however long ago. */
  #noOpenLot(inventoryId: number): Refusal {
    const closedAtMs = this.#facts.closedAtMs.get(inventoryId);
    return closedAtMs === undefined
      ? noSuchLot()
      : refusedBid({ reason: "LOT_CLOSED", closedAtMs }, this.#facts.nowMs);
  }

  #refuseBid(order: BidOrder, refusal: BidRefusal): PendingAnswer {
    return this.#refuse(order, refusedBid(refusal, this.#facts.nowMs));
  }

  #refuse(order: BidOrder, error: Refusal): PendingAnswer {
    // An unknown bidder has no row that a stored refusal could reference.
    if (order.idempotencyKey !== null && this.#facts.bidders.has(order.userId)) {
      this.refusals.push({
        userId: order.userId,
        key: order.idempotencyKey,
        request: requestText(order),
        status: error.statusCode,
        answer: { code: error.code, message: error.said, issues: error.issues ?? null },
      });
    }
    return refused(error);
  }
}

const storedAnswer = z.object({
  code: refusalCode.optional(),
  message: message,
  issues: z.array(z.object({ path: z.string(), message: message })).nullish(),
});

/** Codes by status of refusals that a version without codes stored; they are kept for a day. */
const earlierCodes: Readonly<Record<number, RefusalCode>> = {
  400: "invalid-fields",
  403: "role-forbidden",
  404: "not-found",
};

function storedRefusal({ status, answer }: EarlierRefusalRow): Refusal {
  const stored = storedAnswer.parse(answer);
  const { code = earlierCodes[status] ?? "wrong-state", message: said, issues } = stored;
  return new Refusal(
    code,
    typeof said === "string" ? spoken(said) : said,
    issues ? { issues } : {},
  );
}

function earlierReceipt(bid: EarlierBidRow): Receipt {
  return receiptOf(
    {
      id: bid.id,
      seq: bid.seq,
      userId: bid.user_id,
      aliasNo: bid.alias_no,
      amountCents: bid.amount_cents,
      requestedCents: bid.requested_cents,
      maxCents: bid.max_cents,
      bidCount: bid.bid_count,
      placedAtMs: bid.placed_at.getTime(),
      closesAtMs: bid.closes_at.getTime(),
      extended: bid.extended,
      proxyCents: bid.proxy_cents,
      stepHash: bid.step_hash,
      maxSalt:
        bid.proof_secret === null
          ? null
          : lotSecrets(bid.lot_id, bid.proof_secret, sha256).maxSalt(bid.seq),
    },
    {
      inventoryId: bid.inventory_id,
      startingCents: bid.starting_cents,
      reserveCents: bid.reserve_cents,
      increments: bid.increments ?? defaultIncrements,
    },
  );
}
