import { t } from "@gavelyard/messages/text";
import type { Lot } from "@gavelyard/contract/inventory/inventory";
import { useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Countdown } from "../ui/text/countdown.tsx";
import { firstShown } from "../ui/page/first-shown.ts";
import { money } from "../ui/text/format.ts";
import type { LiveLotView } from "./use-live-lot.ts";

const bidPanel = () => firstShown("[data-bidding]");

/** Share of the bid panel in view from which its own button can be reached. */
const REACHABLE = 0.6;

/** Whether the bid panel is in view, so that a link to it would lead nowhere. */
function usePanelSeen(): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const panel = bidPanel();
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
 * Bar for phones with price, the viewer's status, countdown and a link to the bid form, while that
 * is out of view.
 */
export function ThumbBar({ lot: served, view }: { lot: Lot; view: LiveLotView }) {
  const { lot, standing } = view;
  const isPanelSeen = usePanelSeen();
  if (isPanelSeen || lot.status !== "OPEN") return null;
  const leading = standing?.leading ?? false;
  const toPanel = () => {
    const panel = bidPanel();
    panel?.scrollIntoView({ block: "start" });
    panel?.focus({ preventScroll: true });
  };
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
          {leading ? t("Winning") : standing === null ? "" : t("Outbid")}
          {leading || standing !== null ? ", " : ""}
          <Countdown to={lot.closesAt} zone={served.timeZone} />
        </span>
      </p>
      <Button tone="primary" onClick={toPanel}>
        {leading ? t("Raise") : t("Bid {minNextBid}", { minNextBid: money(lot.minNextBid) })}
      </Button>
    </section>
  );
}
