import { t } from "@gavelyard/messages/text";
import type { InventoryDetail, Lot } from "@gavelyard/contract/inventory/inventory";
import { useEffect, useState } from "react";
import { useSession } from "../session/session.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Countdown } from "../ui/text/countdown.tsx";
import { firstShown } from "../ui/page/first-shown.ts";
import { money } from "../ui/text/format.ts";
import { useHydrated } from "../ui/page/use-hydrated.ts";
import { useReturnToBid } from "./return-to-bid.ts";
import { keepForBidForm, useBidForm } from "./use-bid-form.ts";
import type { LiveLotView } from "./use-live-lot.ts";

/** Share of the bid panel in view from which its own button can be reached. */
const REACHABLE = 0.6;

/** Whether the bid panel is in view, so that another button to bid isn't needed. */
function usePanelSeen(): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const panel = firstShown("[data-bidding]");
    if (panel === undefined) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setSeen((entry?.intersectionRatio ?? 0) >= REACHABLE),
      { threshold: REACHABLE },
    );
    observer.observe(panel);
    return () => observer.disconnect();
  }, []);
  return seen;
}

/**
 * Bar for phones with price, the viewer's status, countdown and a button to bid, while the bid panel
 * is out of view.
 */
export function ThumbBar({
  unit,
  lot: served,
  view,
}: {
  unit: InventoryDetail;
  lot: Lot;
  view: LiveLotView;
}) {
  const { lot, standing } = view;
  const session = useSession();
  const isCustomer = session?.userRole === "ROLE_CUSTOMER";
  const parts = useBidForm(isCustomer);
  const signIn = useReturnToBid()("/login");
  const isLive = useHydrated();
  const isPanelSeen = usePanelSeen();
  if (isPanelSeen || lot.status !== "OPEN") return null;
  return (
    <section
      aria-label={t("Next bid")}
      className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-3 border-t border-line bg-sheet px-4 py-2 lg:hidden print:hidden"
    >
      <p className="min-w-0 flex-1">
        <span className="figures block text-xl font-bold">
          {money(lot.price ?? served.startingPrice)}
        </span>
        <span className="block truncate text-sm text-soft">
          {standing === null ? "" : standing.leading ? t("Winning") : t("Outbid")}
          {standing === null ? "" : ", "}
          <Countdown to={lot.closesAt} zone={served.timeZone} />
        </span>
      </p>
      {session === null ? (
        <LinkButton to={signIn} tone="primary" className={isLive ? "" : "early-visitor"}>
          {t("Sign in to bid")}
        </LinkButton>
      ) : null}
      {(isCustomer && parts === null) || !isLive ? (
        <form data-bid-bar className={isLive ? "" : "early-customer"} onSubmit={keepForBidForm}>
          <Button type="submit" tone="primary">
            {t("Bid {minNextBid}", { minNextBid: money(lot.minNextBid) })}
          </Button>
        </form>
      ) : null}
      {isCustomer && parts !== null ? (
        <parts.BidBar unit={unit} lot={lot} standing={standing} userId={session.userId} />
      ) : null}
    </section>
  );
}
