import type { Auction } from "@gavelyard/contract/auctions/auctions";
import { t } from "@gavelyard/messages/text";
import { Columns2 } from "lucide-react";
import { LinkButton } from "../../ui/button.tsx";
import { idsOf, withSale } from "./choice.ts";
import { rememberSales, useRememberedSales } from "./remembered.ts";

/** Links to the live screen with this live or upcoming auction added to the chosen ones. */
export function AddToLiveScreen({ auction }: { auction: Pick<Auction, "id" | "status"> }) {
  const chosen = withSale(idsOf(useRememberedSales()), auction.id);
  if (auction.status !== "LIVE" && auction.status !== "UPCOMING") return null;
  return (
    <LinkButton to={`/live?auctions=${chosen.join(",")}`} onClick={() => rememberSales(chosen)}>
      <Columns2 aria-hidden className="size-4" /> {t("Add to my live screen")}
    </LinkButton>
  );
}
