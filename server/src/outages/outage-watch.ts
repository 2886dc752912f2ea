import { msg } from "@gavelyard/messages/text";
import { messageInEachLanguage } from "../http/reader-language.ts";
import { closeAfterOutage, OUTAGE_MS } from "@gavelyard/domain/auctions/outage";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { Context } from "../context.ts";
import { createCallPool } from "../db/pool.ts";
import { isCopied, NotCopied, type DatabaseAddress } from "../db/servers/servers.ts";
import { act } from "../events/act.ts";
import { RecurringWork } from "../recurring-work.ts";
import { followersOf } from "../auctions/control/sql.ts";
import { moveDeadlines } from "../sales/offers-sql.ts";
import { moveOpenLots } from "../auctions/move-lots.ts";
import { auctionsClosingBetween, endOutage, movePulse } from "./sql.ts";
import { lockOpenLots } from "../auctions/staff-sql.ts";

const PULSE_MS = 500;
const AFTER_FAILURE_MS = 250;
/** Silence after which the connection is replaced, in ms. */
const SILENCE_MS = 2_000;

const clocksApartMs = () => Date.now() - performance.now();

type WatchContext = Pick<Context, "bus" | "log">;

/**
 * Detects outages by a pulse that every process writes twice a second: while none can write, nobody
 * can bid. The first process that can write again extends the lots whose close fell into the outage
 * (D36). Until then no bid or close is decided.
 */
export class OutageWatch {
  readonly #context: WatchContext & { readonly pool: Pool };
  readonly #address: DatabaseAddress;
  readonly #work: RecurringWork;
  /** When bidding was last found to be possible, by the monotonic clock, in ms. */
  #possibleAtMs = Number.NEGATIVE_INFINITY;
  /** How far the process's wall clock was ahead of the monotonic one at the last pulse, in ms. */
  #clocksApartMs = clocksApartMs();
  #opened = Promise.withResolvers<void>();

  constructor(address: DatabaseAddress, { bus, log }: WatchContext) {
    this.#context = { bus, log, pool: createCallPool(address, 1, { silenceMs: SILENCE_MS }) };
    this.#address = address;
    this.#work = new RecurringWork({
      failure: "the pulse of bidding could not be written",
      log,
      afterFailureMs: AFTER_FAILURE_MS,
      run: async () => {
        await this.#move();
        return PULSE_MS;
      },
    });
  }

  /**
   * Whether closing times are valid: there is no outage, and none for which lots must still be
   * extended.
   */
  get isOpen(): boolean {
    return isCopied(this.#address) && !this.#wasDown;
  }

  async opened(timeoutMs: number): Promise<void> {
    if (this.isOpen) return;
    this.#work.wake();
    await Promise.race([this.#opened.promise, sleep(timeoutMs, undefined, { ref: false })]);
  }

  /** Records a decision, with its start by the monotonic clock, in ms. */
  noteDecided(sinceMs: number): void {
    this.#possibleAtMs = Math.max(this.#possibleAtMs, sinceMs);
  }

  /**
   * Whether bidding has been impossible for too long. While a machine is suspended or a virtual one
   * is paused, only the wall clock goes on.
   */
  get #wasDown(): boolean {
    return (
      performance.now() - this.#possibleAtMs >= OUTAGE_MS ||
      clocksApartMs() - this.#clocksApartMs >= OUTAGE_MS
    );
  }

  /** Handles an outage before the start, then runs until `stop`. */
  async start(): Promise<void> {
    await this.#move();
    this.#work.wake(PULSE_MS);
  }

  async stop(): Promise<void> {
    await this.#work.stop();
    await this.#context.pool.end();
  }

  async #move(): Promise<void> {
    if (!isCopied(this.#address)) throw new NotCopied("there is no synchronous standby");
    const askedAtMs = performance.now();
    const [wasDown, apartMs] = [this.#wasDown, clocksApartMs()];
    const moved = await movePulse(this.#context.pool, OUTAGE_MS);
    // A jump of only the database's clock is no outage.
    if (!moved) await this.#makeUp(wasDown);
    this.#possibleAtMs = askedAtMs;
    this.#clocksApartMs = apartMs;
    this.#opened.resolve();
    this.#opened = Promise.withResolvers();
  }

  async #makeUp(wasDown: boolean): Promise<void> {
    await act(this.#context, async (tx, record) => {
      const { since, now } = await endOutage(tx);
      if (since === null || !wasDown || now.getTime() - since.getTime() < OUTAGE_MS) return;
      await moveDeadlines(tx, {
        from: since,
        to: now,
        byMs: closeAfterOutage(since.getTime(), since.getTime(), now.getTime()) - since.getTime(),
      });
      const auctions = await auctionsClosingBetween(tx, since, now);
      // A bid that was in progress when the outage began may be committed only now.
      await lockOpenLots(
        tx,
        auctions.map(({ id }) => id),
      );
      for (const { id, name } of auctions) {
        await moveOpenLots(
          tx,
          record,
          id,
          (lot) => ({
            ...lot,
            closesAtMs: closeAfterOutage(lot.closesAtMs, since.getTime(), now.getTime()),
          }),
          // As of the start of the outage, so that lots which have run out since are still open.
          { userId: null, nowMs: since.getTime(), ip: null, reason: "Outage" },
        );
        record({
          type: "users-told",
          userIds: await followersOf(tx, id),
          event: {
            type: "NOTICE",
            title: name,
            ...messageInEachLanguage(
              msg(
                "Bidding was interrupted. Lots about to close stay open for the lost time plus 30 seconds.",
              ),
            ),
            inventoryId: null,
            auctionId: id,
            at: now.toISOString(),
          },
        });
      }
      this.#context.log.warn({ since, now }, "an outage is over");
    });
  }
}
