import { lotMinNextBidCents } from "@gavelyard/domain/bidding/bidding";
import { centsToDollars } from "@gavelyard/domain/money";
import type { ProductEvent } from "../events/events.ts";
import type { DecidedBatch, LotInBatch } from "./decide-batch.ts";
import { instantText } from "./instant-text.ts";
import { lotMessage } from "./lot-messages.ts";
import type { NewLedgerRow } from "./ledger-sql.ts";

interface LotEvents {
  readonly lot: LotInBatch;
  readonly changed: Extract<ProductEvent, { type: "lot-changed" }>;
  /** Events for bidders who led before or during the batch and no longer do. */
  readonly outbid: readonly ProductEvent[];
}

/** The events of a batch, made before its ledger rows have ids. */
export class BatchEvents {
  readonly #batch: DecidedBatch;
  readonly #ofLots: readonly LotEvents[];

  constructor(batch: DecidedBatch) {
    this.#batch = batch;
    this.#ofLots = batch.lots.map((lot) => ({
      lot,
      changed: {
        type: "lot-changed",
        inventoryId: lot.terms.inventoryId,
        lotId: lot.lotId,
        seq: lot.state.seq,
      },
      outbid: outbid(lot, batch.nowMs),
    }));
  }

  /** Events for other processes. They carry no messages, since those processes read the ledger. */
  get forOthers(): ProductEvent[] {
    return this.#ofLots.flatMap(({ changed, outbid }) => [changed, ...outbid]);
  }

  /**
   * Events for this process, with messages of the new rows. `ledgerIds` are their ids, in order.
   */
  forThisProcess(ledgerIds: readonly number[]): ProductEvent[] {
    const { ledger, nowMs } = this.#batch;
    let idOfRow: ReadonlyMap<NewLedgerRow, number | undefined> | undefined;
    const messagesOf = ({ rows, terms }: LotInBatch) => {
      const ids = (idOfRow ??= new Map(ledger.map((row, index) => [row, ledgerIds[index]])));
      return rows.map((row) => {
        const id = ids.get(row);
        if (id === undefined) throw new Error("a row of the ledger has no number");
        return lotMessage(terms, { ...row, id }, null, nowMs);
      });
    };
    return this.#ofLots.flatMap(({ lot, changed, outbid }) => [
      { ...changed, messages: () => messagesOf(lot) },
      ...outbid,
    ]);
  }
}

function outbidIn(lot: LotInBatch): number[] {
  const leader = lot.state.leader?.userId ?? null;
  const led = new Set(lot.ledInBatch);
  if (lot.leaderBefore !== null) led.add(lot.leaderBefore);
  if (leader !== null) led.delete(leader);
  return [...led];
}

function outbid(lot: LotInBatch, nowMs: number): ProductEvent[] {
  const userIds = outbidIn(lot);
  if (userIds.length === 0) return [];
  return [
    {
      type: "users-told",
      userIds,
      event: {
        type: "OUTBID",
        inventoryId: lot.terms.inventoryId,
        title: lot.title,
        amount: centsToDollars(lot.state.priceCents ?? 0),
        minNextBid: centsToDollars(lotMinNextBidCents(lot.state)),
        at: instantText(nowMs),
      },
    },
  ];
}
