import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { ownBidsQuery } from "../bidding/api.ts";
import { currentBids, statusNow } from "../bidding/current-bids.ts";
import { lotNow, useLotPrices } from "../realtime/prices.ts";
import { isToAnswer, offersQuery, winningsQuery } from "../sales/api.ts";
import { LinkButton } from "../ui/button.tsx";
import { Skeleton } from "../ui/states.tsx";
import { useServerNow } from "../ui/text/countdown.tsx";
import { Link } from "../ui/page/router.tsx";

/** How soon a lot closes that a customer should look at now, in ms. */
const SOON_MS = 3_600_000;

/** What a customer has to do now: lots to bid on again, payments and offers. */
export default function NeedsYou({ userId }: { userId: number }) {
  const call = useCall();
  const bids = useQuery(ownBidsQuery(call, userId));
  const winnings = useQuery(winningsQuery(call, userId));
  const offers = useQuery(offersQuery(call, userId));
  const prices = useLotPrices();
  const now = useServerNow();
  if (bids.isPending || winnings.isPending || offers.isPending || now === null)
    return <Skeleton className="h-11 max-w-md opacity-20" />;
  const open = currentBids(bids.data ?? []).flatMap((bid) => {
    const lot = bid.inventory.lot && lotNow(bid.inventory.lot, prices.get(bid.inventoryId));
    return lot?.status === "OPEN" ? [{ lot, status: statusNow(bid, prices) }] : [];
  });
  const outbid = open.filter(({ status }) => status === "OUTBID").length;
  const closing = open.filter(({ lot }) => Date.parse(lot.closesAt) - now < SOON_MS).length;
  const due = (winnings.data ?? []).filter(({ status }) => status === "DECLARED").length;
  const toAnswer = (offers.data ?? []).filter(isToAnswer).length;
  const isKnown = [bids, winnings, offers].every(({ data }) => data !== undefined);
  const needs = [
    [outbid, "/dashboard", plural(outbid, "Outbid on {n} lot", "Outbid on {n} lots")],
    [
      closing,
      "/dashboard",
      plural(closing, "{n} lot closes within the hour", "{n} lots close within the hour"),
    ],
    [due, "/dashboard?tab=winnings", plural(due, "{n} payment due", "{n} payments due")],
    [toAnswer, "/dashboard", plural(toAnswer, "{n} offer to answer", "{n} offers to answer")],
  ] as const;
  const shown = needs.filter(([number]) => number > 0);
  return shown.length === 0 ? (
    <p className="text-lg">
      {isKnown ? `${t("Nothing needs you right now.")} ` : null}
      <Link to="/dashboard" className="font-semibold text-on-asphalt underline">
        {t("My dashboard")}
      </Link>
    </p>
  ) : (
    <ul className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
      {shown.map(([, to, words], index) => (
        <li key={words} className="grid">
          <LinkButton
            to={to}
            tone={index === 0 ? "primary" : "plain"}
            className="py-0! leading-tight max-sm:px-2 max-sm:text-sm"
          >
            {words}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
