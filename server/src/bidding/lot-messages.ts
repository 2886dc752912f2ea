import type { LotMessage } from "@gavelyard/contract/realtime";
import type { LotOutcome } from "@gavelyard/contract/inventory/inventory-fields";
import {
  aliasName,
  lotMinNextBidCents,
  reserveState,
  type LedgerKind,
} from "@gavelyard/domain/bidding/bidding";
import { defaultIncrements, type IncrementTable } from "@gavelyard/domain/bidding/bid-increments";
import { centsToDollars } from "@gavelyard/domain/money";
import { instantText } from "./instant-text.ts";
import type { LotRow } from "./lot-sql.ts";

/** A lot's terms for its public messages. The reserve itself is never published. */
export interface LotTerms {
  readonly inventoryId: number;
  readonly startingCents: number;
  readonly reserveCents: number | null;
  readonly increments: IncrementTable;
  /** When paused bidding resumes; needed where messages of a paused lot may be built. */
  readonly opensAtMs?: number;
}

export function lotTerms(lot: LotRow): LotTerms {
  return {
    inventoryId: lot.inventory_id,
    startingCents: lot.starting_cents,
    reserveCents: lot.reserve_cents,
    increments: lot.increments ?? defaultIncrements,
  };
}

/** The public part of a ledger row (D24). */
export interface PublicLedgerRow {
  readonly id: number;
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly aliasNo: number | null;
  /** Alias of the high bidder after the row's action. */
  readonly leaderAlias: number | null;
  readonly amountCents: number | null;
  readonly bidCount: number;
  readonly undoesSeq: number | null;
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

/** Builds a ledger row's message for the lot's topic; `serverTimeMs` also decides its status. */
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
    bidderAlias: aliasOrNull(row.aliasNo),
    leaderAlias: aliasOrNull(row.leaderAlias),
    kind: row.kind,
    placedAt: instantText(row.placedAtMs),
    ...(row.undoesSeq === null ? {} : { undoesSeq: row.undoesSeq }),
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

const aliasOrNull = (aliasNo: number | null) => (aliasNo === null ? null : aliasName(aliasNo));
