import { zoneTitle } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { auctionsQuery } from "../auctions/api.ts";
import { Link } from "../ui/page/router.tsx";

/**
 * Announces live auctions with their zone and links to the vehicles (section 1). While there are
 * several, a second link leads to the live screen (D68).
 */
export function LiveBanner() {
  const { data } = useQuery({ ...auctionsQuery(useCall()), refetchInterval: 30_000 });
  const live = (data ?? []).filter((auction) => auction.status === "LIVE");
  if (live.length === 0) return null;
  const text = live.map(({ auctionName, timeZone }) =>
    t("Live now: {auctionName} (times in {timeZone})", {
      auctionName,
      timeZone: zoneTitle(timeZone),
    }),
  );
  return (
    <div className="flex bg-amber font-semibold text-on-amber print:hidden">
      <Link
        to="/vehicles"
        aria-label={[...text, t("View vehicles")].join(". ")}
        className="min-w-0 flex-1 overflow-hidden py-2 text-on-amber no-underline"
      >
        <span aria-hidden className="banner-track inline-flex min-w-[200%] whitespace-nowrap">
          {[0, 1].map((copy) => (
            <span key={copy} className="inline-flex min-w-[50%] justify-around gap-16 px-8">
              {text.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
          ))}
        </span>
      </Link>
      {live.length < 2 ? null : (
        <Link to="/live" className="border-l px-3 py-2 text-on-amber no-underline">
          {t("Live screen")}
        </Link>
      )}
    </div>
  );
}
