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
    <div className="banner flex bg-amber font-semibold text-on-amber print:hidden">
      <label className="banner-pause relative grid w-11 shrink-0 place-items-center">
        <input
          type="checkbox"
          aria-label={t("Pause the banner")}
          className="absolute inset-1 appearance-none"
        />
      </label>
      <Link
        to="/vehicles"
        aria-label={[...text, t("View vehicles")].join(". ")}
        className="banner-link min-w-0 flex-1 overflow-hidden py-2 text-on-amber no-underline"
      >
        <span aria-hidden className="banner-track">
          {[0, 1].map((copy) => (
            <span key={copy} className="banner-text">
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
