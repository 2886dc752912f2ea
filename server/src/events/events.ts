import type { LotOutcome } from "@gavelyard/contract/inventory-fields";
import type { LotMessage, UserEvent } from "@gavelyard/contract/realtime";

/**
 * What features tell the rest of the product, and other processes, once it is on disk. `messages` are
 * made for those who follow the lot at this process, if there are any; others read the ledger from `seq` on.
 */
export type ProductEvent =
  | {
      readonly type: "lot-changed";
      readonly inventoryId: number;
      readonly lotId: number;
      /** Number of the newest row of the lot's ledger. */
      readonly seq: number;
      readonly messages?: () => readonly LotMessage[];
    }
  | {
      readonly type: "lot-closed";
      readonly inventoryId: number;
      readonly auctionId: number;
      readonly outcome: LotOutcome;
    }
  | { readonly type: "lots-rescheduled" }
  | { readonly type: "users-told"; readonly userIds: readonly number[]; readonly event: UserEvent }
  | { readonly type: "access-changed"; readonly userId: number }
  /** How many follow lots at one process, those whose number changed to none included. */
  | {
      readonly type: "lots-watched";
      /** Names the process. */
      readonly by: string;
      readonly counts: readonly (readonly [inventoryId: number, watchers: number])[];
    };
