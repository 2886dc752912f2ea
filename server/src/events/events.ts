import type { LotOutcome } from "@gavelyard/contract/inventory/inventory-fields";
import type { LotMessage, UserEvent } from "@gavelyard/contract/realtime";

/**
 * Events that features publish to the rest of the product and other processes after the commit.
 * `messages` is called only if this process has subscribers of the lot; other processes read the
 * ledger up to `seq`.
 */
export type ProductEvent =
  | {
      readonly type: "lot-changed";
      readonly inventoryId: number;
      readonly lotId: number;
      /** Number of the newest row in the lot's ledger. */
      readonly seq: number;
      readonly messages?: () => readonly LotMessage[];
    }
  | {
      readonly type: "lot-closed";
      readonly inventoryId: number;
      readonly auctionId: number;
      readonly outcome: LotOutcome;
      /** The close, in ISO 8601; the previous version doesn't send it. */
      readonly at?: string | undefined;
    }
  | { readonly type: "lots-rescheduled" }
  /** What everyone sees of a unit's questions and answers changed (D64). */
  | { readonly type: "answers-changed"; readonly inventoryId: number }
  | { readonly type: "users-told"; readonly userIds: readonly number[]; readonly event: UserEvent }
  | {
      readonly type: "access-changed";
      readonly userId: number;
      /** Whether the user's sessions stay valid, with other permissions (D57). */
      readonly keepsSessions?: boolean | undefined;
    }
  /** A token of a user was exchanged for a new one, and expires early. */
  | { readonly type: "token-exchanged"; readonly userId: number }
  /** Subscribers of lots in one process, including counts that fell to 0. */
  | {
      readonly type: "lots-watched";
      readonly by: string;
      readonly counts: readonly (readonly [inventoryId: number, watchers: number])[];
    };
