import type { LotMessage } from "@gavelyard/contract/realtime";
import type { LotOutcome } from "@gavelyard/contract/inventory-fields";
import {
  aliasName,
  lotMinNextBidCents,
  reserveState,
  type LedgerKind,
} from "@gavelyard/domain/bidding";
import type { IncrementTable } from "@gavelyard/domain/bid-increments";
import { centsToDollars } from "@gavelyard/domain/money";
import { instantText } from "./instant-text.ts";

/** The terms of a lot by which its public messages are told; never the reserve itself. */
export interface LotTerms {
  readonly inventoryId: number;
  readonly startingCents: number;
  readonly reserveCents: number | null;
  readonly increments: IncrementTable;
  /** Where rows may be told of a lot whose bidding is paused: when it goes on. */
  readonly opensAtMs?: number;
}

/** A row of the ledger, as far as the public may hear of it (D24). */
export interface PublicLedgerRow {
  readonly id: number;
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly aliasNo: number | null;
  readonly amountCents: number | null;
  readonly bidCount: number;
  readonly closesAtMs: number;
  readonly extended: boolean;
  readonly placedAtMs: number;
}

const messageTypes = {
  BID: "BID",
  PROXY: "BID",
  RAISE: "BID",
  RETRACTION: "RETRACTED",
  VOID: "RETRACTED",
  LAPSE: "RETRACTED",
  EXTENSION: "EXTENDED",
  CLOSE: "CLOSED",
} as const satisfies Record<LedgerKind, LotMessage["type"]>;

/** The message that a row of the ledger causes on the lot's topic, the same whenever it is told. */
export function lotMessage(
  terms: LotTerms,
  row: PublicLedgerRow,
  outcome: LotOutcome | null,
  serverTimeMs: number,
): LotMessage {
  const closed = row.kind === "CLOSE";
  const opensAtMs = terms.opensAtMs ?? 0;
  const paused = !closed && serverTimeMs < opensAtMs;
  return {
    v: 1,
    type: messageTypes[row.kind],
    seq: row.seq,
    inventoryId: terms.inventoryId,
    bidId: row.id,
    amount: row.amountCents === null ? null : centsToDollars(row.amountCents),
    bidderAlias: row.aliasNo === null ? null : aliasName(row.aliasNo),
    minNextBid: centsToDollars(
      lotMinNextBidCents({
        priceCents: row.amountCents,
        startingCents: terms.startingCents,
        increments: terms.increments,
      }),
    ),
    bidCount: row.bidCount,
    reserveState: reserveState(terms.reserveCents, row.amountCents),
    closesAt: instantText(row.closesAtMs),
    extended: row.extended,
    status: closed ? "CLOSED" : paused ? "UPCOMING" : "OPEN",
    serverTime: instantText(serverTimeMs),
    ...(paused ? { opensAt: instantText(opensAtMs) } : {}),
    ...(closed && outcome !== null ? { outcome } : {}),
  };
}
