import type { BidReceipt } from "@gavelyard/contract/bidding";
import {
  decideBid,
  type BidRefusal,
  type LedgerRow,
  type LotState,
} from "@gavelyard/domain/bidding";
import { z } from "zod";
import { defaultIncrements } from "@gavelyard/domain/bid-increments";
import { HttpError } from "../http/errors.ts";
import { LotChain, type UnchainedRow } from "./chain-sql.ts";
import { lotState } from "./lot-sql.ts";
import type { LotTerms } from "./lot-messages.ts";
import { receiptOf } from "./receipt.ts";
import { mayNotBid, noSuchLot, refusedBid } from "./refusals.ts";
import type {
  AliasesOfLot,
  AliasRow,
  BatchFacts,
  BidderRow,
  EarlierAnswerRow,
} from "./lock-batch-sql.ts";
import type { HoldChange, NewLedgerRow, NewRefusal } from "./write-batch-sql.ts";

/** A bid as it was asked for. Money in cents. */
export interface BidOrder {
  readonly inventoryId: number;
  readonly userId: number;
  readonly amountCents: number;
  /** Private maximum of a proxy bid, else null (D18). */
  readonly maxCents: number | null;
  /** Under this key the same order is decided once (D14). */
  readonly idempotencyKey: string | null;
  readonly ip: string | null;
}

/** How an order ends, once its batch is on disk. */
export type OrderAnswer =
  | { readonly kind: "accepted"; readonly receipt: BidReceipt }
  | { readonly kind: "refused"; readonly error: HttpError }
  /** Decided under this key before; the answer stands in the ledger. */
  | { readonly kind: "repeated"; readonly ledgerId: number };

/** A lot while a batch is decided. */
export interface LotInBatch {
  readonly lotId: number;
  readonly auctionId: number;
  readonly title: string;
  readonly terms: LotTerms;
  readonly leaderBefore: number | null;
  readonly chain: LotChain;
  state: LotState;
  aliasCount: number;
  /** Of those who had one before the batch, as far as they matter to it. */
  readonly aliases: AliasesOfLot;
  readonly rows: NewLedgerRow[];
  /** Everyone who led at some time in this batch. */
  readonly ledInBatch: Set<number>;
}

/** What a batch is to write and, once that is done, to answer. */
export interface DecidedBatch {
  readonly nowMs: number;
  readonly lots: readonly LotInBatch[];
  readonly ledger: readonly NewLedgerRow[];
  readonly holds: readonly HoldChange[];
  readonly aliases: readonly AliasRow[];
  readonly refusals: readonly NewRefusal[];
  /** How much accepted bids need to be left of each bidder's limit before the batch. */
  readonly needed: readonly { readonly userId: number; readonly cents: number }[];
  /** Whether each refusal follows from the lot alone, not from its bidder or the time. */
  readonly refusedByLots: boolean;
  /** In the order of the orders; ids of ledger rows come with `ledgerIds`. */
  answer(ledgerIds: readonly number[]): OrderAnswer[];
}

type PendingAnswer =
  | OrderAnswer
  | { readonly kind: "written"; readonly ledgerIndex: number; readonly receipt: BidReceipt };

/** What stands under a key, to tell the same order from another one with the key of an old one. */
function requestText(order: BidOrder): string {
  return `${order.inventoryId}:${order.amountCents}:${order.maxCents ?? ""}`;
}

/** Decides orders in their sequence, in memory, on facts that are locked (D18 to D25). */
export function decideBatch(orders: readonly BidOrder[], facts: BatchFacts): DecidedBatch {
  const batch = new Batch(facts);
  const pending = orders.map((order) => batch.decide(order));
  return {
    nowMs: facts.nowMs,
    lots: [...batch.lots.values()].filter((lot) => lot.rows.length > 0),
    ledger: batch.ledger,
    holds: batch.holdChanges(),
    aliases: batch.newAliases,
    refusals: batch.refusals,
    needed: batch.needed(),
    refusedByLots: batch.refusedByLots,
    answer: (ledgerIds) => pending.map((answer) => withLedgerId(answer, ledgerIds)),
  };
}

function withLedgerId(answer: PendingAnswer, ledgerIds: readonly number[]): OrderAnswer {
  if (answer.kind !== "written") return answer;
  const id = ledgerIds[answer.ledgerIndex];
  if (id === undefined) throw new Error("an accepted bid has no ledger row");
  return { kind: "accepted", receipt: Object.assign(answer.receipt, { id, bidId: id }) };
}

const byLot: ReadonlySet<BidRefusal["reason"]> = new Set(["BELOW_MINIMUM", "ALREADY_LEADING"]);

const ofUser = ({ lotId }: LotInBatch, userId: number) => `${lotId}:${userId}`;
const ofKey = (userId: number, key: string) => `${userId}:${key}`;

class Batch {
  readonly lots = new Map<number, LotInBatch>();
  readonly ledger: NewLedgerRow[] = [];
  readonly newAliases: AliasRow[] = [];
  readonly refusals: NewRefusal[] = [];
  refusedByLots = true;
  readonly #nowMs: number;
  readonly #bidders: Map<number, BidderRow>;
  /** Aliases that the batch gave. */
  readonly #named = new Map<string, number>();
  readonly #earlier: Map<string, EarlierAnswerRow>;
  readonly #closedAtMs: Map<number, number>;
  readonly #holds = new Map<number, number>();
  /** How much accepted bids need to be left of limits. */
  readonly #needed = new Map<number, number>();

  constructor(facts: BatchFacts) {
    this.#nowMs = facts.nowMs;
    this.#bidders = new Map(facts.bidders.map((row) => [row.user_id, row]));
    this.#earlier = new Map(
      facts.earlier.map((row) => [ofKey(row.user_id, row.idempotency_key), row]),
    );
    this.#closedAtMs = new Map(
      facts.closed.map((row) => [row.inventory_id, row.closes_at.getTime()]),
    );
    for (const row of facts.lots) {
      this.lots.set(row.inventory_id, {
        lotId: row.id,
        auctionId: row.auction_id,
        title: row.title,
        terms: {
          inventoryId: row.inventory_id,
          startingCents: row.starting_cents,
          reserveCents: row.reserve_cents,
          increments: row.increments ?? defaultIncrements,
        },
        leaderBefore: row.leader_id,
        chain: new LotChain(row),
        state: lotState(row),
        aliasCount: row.alias_count,
        aliases: facts.aliases.get(row.id) ?? new Map(),
        rows: [],
        ledInBatch: new Set(),
      });
    }
  }

  decide(order: BidOrder): PendingAnswer {
    const earlier =
      order.idempotencyKey === null
        ? undefined
        : this.#earlier.get(ofKey(order.userId, order.idempotencyKey));
    if (earlier !== undefined) return repeat(order, earlier);

    const bidder = this.#bidders.get(order.userId);
    if (bidder === undefined || bidder.status !== "ACTIVE" || bidder.role !== "ROLE_CUSTOMER") {
      return this.#refuse(order, mayNotBid());
    }
    const lot = this.lots.get(order.inventoryId);
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
      this.#nowMs,
    );
    if (!verdict.accepted) {
      const error = refusedBid(verdict.refusal, this.#nowMs);
      return this.#refuse(order, error, byLot.has(verdict.refusal.reason));
    }

    const neededCents = heldCents + verdict.neededCents;
    this.#needed.set(
      order.userId,
      Math.max(neededCents, this.#needed.get(order.userId) ?? neededCents),
    );
    for (const hold of verdict.holds) {
      this.#holds.set(hold.userId, (this.#holds.get(hold.userId) ?? 0) + hold.deltaCents);
    }
    lot.state = verdict.lot;
    if (verdict.lot.leader !== null) lot.ledInBatch.add(verdict.lot.leader.userId);
    return this.#write(order, lot, verdict.rows);
  }

  /** What the batch adds to or takes from limits, and what it needs to be left of them. */
  holdChanges(): HoldChange[] {
    return [...this.#holds]
      .filter(([, delta]) => delta !== 0)
      .map(([userId, delta]) => ({ userId, delta, needed: this.#needed.get(userId) ?? null }));
  }

  needed(): DecidedBatch["needed"] {
    return [...this.#needed].map(([userId, cents]) => ({ userId, cents }));
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
        placedAtMs: this.#nowMs,
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
    return {
      kind: "written",
      ledgerIndex,
      receipt: receiptOf(
        {
          id: 0,
          seq: bid.seq,
          userId: order.userId,
          aliasNo,
          amountCents: bid.amountCents ?? order.amountCents,
          requestedCents: bid.requestedCents ?? order.amountCents,
          maxCents: bid.maxCents ?? order.amountCents,
          bidCount: bid.bidCount,
          placedAtMs: this.#nowMs,
          closesAtMs: bid.closesAtMs,
          extended: bid.extended,
          proxyCents: proxy?.amountCents ?? null,
          stepHash: written[0]?.hash ?? null,
          maxSalt: lot.chain.maxSalt(bid.seq),
        },
        lot.terms,
      ),
    };
  }

  #aliasOf(lot: LotInBatch, userId: number): number {
    const known = lot.aliases.get(userId) ?? this.#named.get(ofUser(lot, userId));
    if (known !== undefined) return known;
    lot.aliasCount += 1;
    this.#named.set(ofUser(lot, userId), lot.aliasCount);
    this.newAliases.push({ lot_id: lot.lotId, user_id: userId, alias_no: lot.aliasCount });
    return lot.aliasCount;
  }

  /** Who comes after the close is told when that was (D22), however long ago it was closed. */
  #noOpenLot(inventoryId: number): HttpError {
    const closedAtMs = this.#closedAtMs.get(inventoryId);
    return closedAtMs === undefined
      ? noSuchLot()
      : refusedBid({ reason: "LOT_CLOSED", closedAtMs }, this.#nowMs);
  }

  #refuse(order: BidOrder, error: HttpError, byLotAlone = false): PendingAnswer {
    this.refusedByLots &&= byLotAlone;
    // An unknown bidder has no row that a kept refusal could hang on.
    if (order.idempotencyKey !== null && this.#bidders.has(order.userId)) {
      this.refusals.push({
        userId: order.userId,
        key: order.idempotencyKey,
        request: requestText(order),
        status: error.statusCode,
        answer: { message: error.message, issues: error.issues ?? null },
      });
    }
    return { kind: "refused", error };
  }
}

function repeat(order: BidOrder, earlier: EarlierAnswerRow): PendingAnswer {
  if (earlier.request !== requestText(order)) {
    return {
      kind: "refused",
      error: new HttpError(422, "This Idempotency-Key was used for another bid. Use a new one."),
    };
  }
  if (earlier.ledger_id !== null) return { kind: "repeated", ledgerId: earlier.ledger_id };
  return { kind: "refused", error: storedRefusal(earlier) };
}

const refusedAnswer = z.object({
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).nullish(),
});

function storedRefusal(earlier: EarlierAnswerRow): HttpError {
  const { message, issues } = refusedAnswer.parse(earlier.refused_answer);
  return new HttpError(earlier.refused_status ?? 409, message, issues ? { issues } : {});
}
