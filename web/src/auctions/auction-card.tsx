import { AsWritten } from "../ui/text/as-written.tsx";
import type { AuctionPreview } from "@gavelyard/contract/auctions/auctions";
import { plural, t } from "@gavelyard/messages/text";
import { Badge } from "../ui/badge.tsx";
import { Countdown } from "../ui/text/countdown.tsx";
import { ReadersTime } from "../ui/text/readers-time.tsx";
import { Link } from "../ui/page/router.tsx";
import type { ListedAuction } from "./api.ts";
import { when } from "../ui/text/format.ts";

/** An auction with its times in its own zone (D33). The preview loads separately. */
export function AuctionCard({
  auction,
  preview = { thumbUrls: [], places: [] },
}: {
  auction: ListedAuction;
  preview?: Pick<AuctionPreview, "thumbUrls" | "places"> | undefined;
}) {
  const { status, lots, timeZone: zone } = auction;
  const [place] = preview.places;
  return (
    <article className="relative flex flex-col gap-2 rounded-lg border border-line bg-sheet p-5">
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-lg">
          <Link to={`/auctions/${auction.id}`} className="cover-link">
            {auction.auctionName}
          </Link>
        </h3>
        <StatusBadge status={status} />
      </div>
      {auction.imageUrl === null ? (
        <div aria-hidden className="-order-1 grid grid-cols-4 gap-1 overflow-hidden rounded-md">
          {preview.thumbUrls.map((url) => (
            <img
              key={url}
              src={url}
              alt=""
              loading="lazy"
              decoding="async"
              className="aspect-[3/2] w-full bg-sunken object-cover"
            />
          ))}
        </div>
      ) : (
        <img
          src={auction.imageUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className="-order-1 aspect-[2/1] w-full rounded-md object-cover"
        />
      )}
      <AsWritten text={auction.description} className="text-soft" />
      <dl className="mt-auto grid grid-cols-[auto_1fr] gap-x-4 pt-2 text-sm">
        <dt className="text-soft">{t("Starts")}</dt>
        <dd>
          {when(auction.startTime, zone)}
          <ReadersTime at={auction.startTime} zone={zone} />
        </dd>
        <dt className="text-soft">{t("Ends")}</dt>
        <dd>
          {when(auction.endTime, zone)}
          <ReadersTime at={auction.endTime} zone={zone} />
        </dd>
        {place === undefined ? null : (
          <>
            <dt className="text-soft">{t("Location")}</dt>
            <dd>
              {preview.places.length === 1
                ? place
                : t("{place} and {others}", {
                    place,
                    others: plural(
                      preview.places.length - 1,
                      "{n} more location",
                      "{n} more locations",
                    ),
                  })}
            </dd>
          </>
        )}
        <dt className="text-soft">{t("Lots")}</dt>
        <dd className="figures">
          {status === "EXPIRED"
            ? t("{lots}, {sold} sold", { lots, sold: auction.soldLots })
            : status === "LIVE"
              ? t("{open} of {all} lots open", { open: auction.openLots, all: lots })
              : lots}
        </dd>
      </dl>
      <TimeLeft auction={auction} />
    </article>
  );
}

function TimeLeft({
  auction: { status, startTime, endTime, timeZone: zone },
}: {
  auction: ListedAuction;
}) {
  const at = status === "UPCOMING" ? startTime : status === "LIVE" ? endTime : null;
  if (at === null) return null;
  return (
    <p className="text-sm">
      <Countdown
        label={status === "LIVE" ? t("Last lot closes in") : t("Opens in")}
        to={at}
        zone={zone}
        className="font-semibold"
        ended={status === "LIVE" ? t("Closing…") : t("Opening…")}
      />
    </p>
  );
}

export function StatusBadge({ status }: { status: ListedAuction["status"] }) {
  return (
    <Badge tone={status === "LIVE" ? "live" : "neutral"}>
      {status === "LIVE"
        ? t("Live")
        : status === "UPCOMING"
          ? t("Upcoming")
          : status === "EXPIRED"
            ? t("Ended [one auction]")
            : t("To be announced")}
    </Badge>
  );
}
