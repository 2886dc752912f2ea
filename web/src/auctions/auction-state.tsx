import { t } from "@gavelyard/messages/text";
import type { AuctionLine } from "@gavelyard/contract/auctions-staff";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { words } from "../ui/format.ts";

const tones: Readonly<Record<AuctionLine["status"], BadgeTone>> = {
  LIVE: "live",
  UPCOMING: "winning",
  EXPIRED: "neutral",
  UNKNOWN: "neutral",
};

/** Badge of an auction: its lifecycle unless it is published, else its status. */
export function AuctionState({ auction }: { auction: AuctionLine }) {
  const { lifecycle, status } = auction;
  if (lifecycle === "PUBLISHED") {
    return (
      <Badge tone={tones[status]}>
        {status === "EXPIRED" ? t("Ended, not settled") : words(status)}
      </Badge>
    );
  }
  return <Badge>{words(lifecycle)}</Badge>;
}
