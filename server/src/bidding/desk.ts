import { msg } from "@gavelyard/messages/text";
import type { Receipt } from "./receipt.ts";
import { unawaited } from "@gavelyard/domain/unawaited";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "pg";
import type { Logger } from "pino";
import { NotCopied, type DatabaseAddress } from "../db/servers/servers.ts";
import { CommitOutcomeUnknown } from "../db/transaction.ts";
import type { Bus } from "../events/bus.ts";
import { isUnavailable } from "../db/is-unavailable.ts";
import { underWay } from "../refusal.ts";
import type { LockedLots } from "./batch-sql.ts";
import type { OrderAnswer } from "./decide-batch.ts";
import { DatabaseUnreachable, DeskConnection } from "./desk-connection.ts";
import { alwaysOpen, type DecisionGate } from "./decision-gate.ts";
import type { BidOrder } from "./facts.ts";
import { notPlaced, PendingBid } from "./pending-bid.ts";
import { placeBatch } from "./place-batch.ts";

/** Maximum pending bids; beyond it, the desk sheds load at once. */
const MAX_PENDING = 4_000;
const MAX_BATCH = 256;
/** Failed batches after which a bid is answered with the error; the last one has only that bid. */
const MAX_FAILURES = 3;
/** Lock timeout of a batch whose lots are free, in ms; it waits only for bidders. */
const LOCK_TIMEOUT_MS = 250;
/** Lock timeout of a batch whose lots other transactions have locked, in ms. */
const LOCK_TIMEOUT_APART_MS = 400;
const AFTER_UNREACHABLE_MS = 50;
/** Time that a batch waits for closing times to be extended after an outage, in ms. */
const GATE_TIMEOUT_MS = 1_000;

/**
 * The only part that decides bids (docs/bid-desk.md). Pending bids form one batch in one
 * transaction and are answered only after its commit (D22). Lots that another transaction has
 * locked are set apart: their bids wait for the locks on a separate connection and delay no others.
 * A lot is in one batch at a time, so its bids are decided in order of arrival.
 */
export class BidDesk {
  readonly #bus: Bus;
  readonly #log: Logger;
  readonly #gate: DecisionGate;
  readonly #main: DeskConnection;
  readonly #apart: DeskConnection;
  /** Attempts in progress, by user and key. */
  readonly #running = new Set<string>();
  #pending: PendingBid[] = [];
  /** Bids on lots that are set apart, by unit, in order of arrival. */
  readonly #setApart = new Map<number, readonly PendingBid[]>();
  /** Units in running batches, or set apart. */
  readonly #busy = new Set<number>();
  #startsSoon = false;
  #worksTogether = false;
  #worksApart = false;
  #closed = false;
  #onIdle: (() => void) | null = null;

  constructor({
    address,
    bus,
    log,
    gate = alwaysOpen,
  }: {
    address: DatabaseAddress;
    bus: Bus;
    log: Logger;
    gate?: DecisionGate;
  }) {
    this.#bus = bus;
    this.#log = log;
    this.#gate = gate;
    this.#main = new DeskConnection(address, LOCK_TIMEOUT_MS);
    this.#apart = new DeskConnection(address, LOCK_TIMEOUT_APART_MS);
  }

  /**
   * Places a bid; resolves when it is committed.
   * @throws Refusal 400, 403, 404 or 409 when refused; 422 for a key used for another order; 503
   *   when the desk can't answer in time
   */
  async place(order: BidOrder): Promise<Receipt> {
    const key = order.idempotencyKey === null ? null : `${order.userId}:${order.idempotencyKey}`;
    if (key !== null && this.#running.has(key)) {
      throw underWay(
        msg(
          "We're still processing this bid. Submit it again in a moment; it won't be placed twice.",
        ),
      );
    }
    if (this.#closed || this.#pending.length >= MAX_PENDING) throw notPlaced();
    if (key !== null) this.#running.add(key);
    try {
      const answer = await new Promise<OrderAnswer>((resolve, reject) => {
        this.#pending.push(new PendingBid(order, { resolve, reject }));
        this.#startSoon();
      });
      if (!answer.accepted) throw answer.error;
      return answer.receipt;
    } finally {
      if (key !== null) this.#running.delete(key);
    }
  }

  /** Decides the pending bids, then closes the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    if (!this.#isIdle()) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    await Promise.all([this.#main.close(), this.#apart.close()]);
  }

  #isIdle(): boolean {
    return this.#pending.length === 0 && this.#busy.size === 0;
  }

  /** Starts a batch at the end of this event loop turn, with every bid that arrived in it. */
  #startSoon(): void {
    if (this.#startsSoon) return;
    this.#startsSoon = true;
    setImmediate(() => {
      this.#startsSoon = false;
      if (!this.#worksTogether) unawaited(this.#workTogether());
      if (!this.#worksApart) unawaited(this.#workApart());
      if (this.#isIdle()) this.#onIdle?.();
    });
  }

  /** Decides a batch of the lots that no other transaction has locked. */
  async #workTogether(): Promise<void> {
    this.#worksTogether = true;
    const batch = this.#takePending((unitId) => !this.#busy.has(unitId));
    if (batch.length > 0) {
      const units = new Set(batch.map(({ order }) => order.inventoryId));
      for (const unitId of units) this.#busy.add(unitId);
      const left = await this.#decide(this.#main, batch, "skip");
      for (const bid of left) {
        const { inventoryId } = bid.order;
        this.#setApart.set(inventoryId, [...(this.#setApart.get(inventoryId) ?? []), bid]);
      }
      for (const unitId of units) if (!this.#setApart.has(unitId)) this.#busy.delete(unitId);
      this.#startSoon();
    }
    this.#worksTogether = false;
  }

  /**
   * Decides the lots that are set apart in one batch, except that a lot that timed out gets its
   * own.
   */
  async #workApart(): Promise<void> {
    this.#worksApart = true;
    while (this.#setApart.size > 0) {
      const stuck = [...this.#setApart].find(([, bids]) => bids.some((bid) => bid.stuck))?.[0];
      await this.#decideApart(([, bids]) => !bids.some((bid) => bid.stuck));
      if (stuck !== undefined) await this.#decideApart(([unitId]) => unitId === stuck);
    }
    this.#worksApart = false;
  }

  async #decideApart(
    isChosen: (lot: readonly [unitId: number, bids: readonly PendingBid[]]) => boolean,
  ): Promise<void> {
    const chosen = [...this.#setApart].filter(isChosen);
    const units = new Set(chosen.map(([unitId]) => unitId));
    for (const unitId of units) this.#setApart.delete(unitId);
    const before = chosen.flatMap(([, bids]) => bids).filter(({ answered }) => !answered);
    const newer = this.#takePending((unitId) => units.has(unitId), MAX_BATCH - before.length);
    const bids = [...before, ...newer];
    // A bid that keeps failing gets a batch of its own, so that it can't harm the others.
    const bad = bids.find(({ failures }) => failures >= MAX_FAILURES - 1);
    const batch = bad === undefined ? bids : [bad];
    const left = batch.length === 0 ? [] : await this.#decide(this.#apart, batch, "wait");
    const undecided = bad === undefined ? left : bids.filter(({ answered }) => !answered);
    for (const unitId of units) {
      const ofUnit = undecided.filter(({ order }) => order.inventoryId === unitId);
      const waiting = this.#pending.some(({ order }) => order.inventoryId === unitId);
      if (ofUnit.length > 0 || waiting) this.#setApart.set(unitId, ofUnit);
      else this.#busy.delete(unitId);
    }
    this.#startSoon();
  }

  #takePending(isOf: (unitId: number) => boolean, max = MAX_BATCH): PendingBid[] {
    const taken: PendingBid[] = [];
    const left: PendingBid[] = [];
    for (const bid of this.#pending) {
      if (bid.answered) continue;
      if (taken.length < max && isOf(bid.order.inventoryId)) taken.push(bid);
      else left.push(bid);
    }
    this.#pending = left;
    return taken;
  }

  /** Decides a batch and answers its bids; returns those that are still unanswered. */
  async #decide(
    connection: DeskConnection,
    batch: readonly PendingBid[],
    lockedLots: LockedLots,
  ): Promise<PendingBid[]> {
    let taken: readonly PendingBid[] = [];
    const take = (lockedUnits: ReadonlySet<number>) => {
      if (!this.#gate.isOpen) throw new OutageNotOver("an outage is not over");
      taken = batch.filter((bid) => !lockedUnits.has(bid.order.inventoryId) && bid.take());
      return taken.map(({ order }) => order);
    };
    const beganAtMs = performance.now();
    try {
      if (!this.#gate.isOpen) await this.#gate.opened(GATE_TIMEOUT_MS);
      const answers = await connection.use((pipeline) =>
        placeBatch(
          pipeline,
          batch.map(({ order }) => order),
          { bus: this.#bus, lockedLots, take, copies: connection.copies },
        ),
      );
      this.#gate.noteDecided(beganAtMs);
      for (const [index, bid] of taken.entries()) {
        const answer = answers[index];
        if (answer === undefined) bid.reject(new Error("a bid was left without an answer"));
        else bid.resolve(answer);
      }
    } catch (error) {
      this.#fail(batch, taken, { error, lockedLots });
      if (isOutage(error)) await sleep(AFTER_UNREACHABLE_MS);
    }
    return batch.filter(({ answered }) => !answered);
  }

  #fail(
    batch: readonly PendingBid[],
    taken: readonly PendingBid[],
    { error, lockedLots }: { error: unknown; lockedLots: LockedLots },
  ): void {
    if (isLockTimeout(error)) {
      for (const bid of taken) bid.putBack();
      if (lockedLots === "wait") for (const bid of batch) bid.stuck = true;
      return;
    }
    this.#log.error({ err: error }, "a batch of bids failed");
    if (error instanceof CommitOutcomeUnknown) {
      for (const bid of taken) bid.giveUp();
      return;
    }
    for (const bid of batch) {
      bid.putBack();
      bid.failures += 1;
      if (isOutage(error)) bid.reject(notPlaced());
      else if (rejectsWrites(error) || bid.failures >= MAX_FAILURES) bid.reject(bidError(error));
    }
  }
}

/** Thrown while closing times may still be extended (D36); nothing was decided. */
class OutageNotOver extends Error {
  override readonly name = "OutageNotOver";
}

/** Whether no bid can be decided at the moment. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof DatabaseUnreachable ||
    error instanceof NotCopied ||
    error instanceof OutageNotOver
  );
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "55P03";
}

/**
 * Whether the server refuses all writes, so that single bids would fail too: standby, full disk.
 */
function rejectsWrites(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === "25006" || error.code === "53100");
}

/** Returns the error for a bid that was not written. Full disks and bad values keep their error. */
function bidError(error: unknown): Error {
  const code = error instanceof DatabaseError ? (error.code ?? "") : "";
  if (/^(22|23|25006|53100)/.test(code)) return toError(error);
  return error instanceof DatabaseError || isUnavailable(error) ? notPlaced() : toError(error);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
