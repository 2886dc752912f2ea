import type { Invoice } from "@gavelyard/contract/sales/payments";
import { serverNow } from "../clock.ts";
import { currentUserId } from "../session/session.ts";
import type { Pictured } from "../ui/picture.tsx";

/**
 * Local storage key, whose number changes with the format. The end of a session removes it
 * (`session/session.ts`).
 */
const KEY = "pickupPapers-2";

/** Width in which the papers' pictures are saved and shown. */
export const PAPER_PICTURE = 320;

/** What a buyer needs at the yard's gate to pick up a paid unit (D70). */
export interface PickupPaper extends Pick<
  Invoice,
  | "awardId"
  | "number"
  | "name"
  | "stockNumber"
  | "vin"
  | "lotNumber"
  | "auctionName"
  | "lines"
  | "total"
  | "paid"
  | "balance"
  | "timeZone"
  | "pickup"
  | "yard"
> {
  readonly release: Pick<NonNullable<Invoice["release"]>, "gatePin" | "pickupDueAt"> &
    Partial<Pick<NonNullable<Invoice["release"]>, "clearsAt">>;
  readonly image: Pictured | undefined;
}

interface SavedPapers {
  readonly userId: number;
  readonly savedAtMs: number;
  readonly papers: readonly PickupPaper[];
}

/** Replaces the papers on this device, unless their owner has signed out by now. */
export function savePapers(userId: number, papers: readonly PickupPaper[]): void {
  if (currentUserId() !== userId) return;
  const saved: SavedPapers = { userId, savedAtMs: serverNow(), papers };
  localStorage.setItem(KEY, JSON.stringify(saved));
}

/** Returns the signed-in user's papers on this device; null when there are none. */
export function readPapers(): SavedPapers | null {
  const saved: SavedPapers | null = JSON.parse(localStorage.getItem(KEY) ?? "null");
  return saved?.userId === currentUserId() && saved.papers.length > 0 ? saved : null;
}
