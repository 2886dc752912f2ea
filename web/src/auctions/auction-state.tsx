import { t } from "@gavelyard/messages/text";
import type { AuctionLine } from "@gavelyard/contract/auctions/auctions-staff";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { words } from "../ui/text/format.ts";

const tones: Readonly<Record<AuctionLine["status"], BadgeTone>> = {
  LIVE: "live",
  UPCOMING: "winning",
  EXPIRED: "neutral",
  UNKNOWN: "neutral",
};

/** Badge for an auction: the status if it's published, otherwise the lifecycle. */
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
