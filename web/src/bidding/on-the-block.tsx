import type { InventoryCard, Lot } from "@gavelyard/contract/inventory/inventory";
import { plural, t } from "@gavelyard/messages/text";
import { LinkButton } from "../ui/button.tsx";
import { Countdown } from "../ui/text/countdown.tsx";
import { money } from "../ui/text/format.ts";
import { Picture } from "../ui/picture.tsx";
import { useLiveLot } from "./use-live-lot.ts";
import { Link } from "../ui/page/router.tsx";

export type LotOfRun = InventoryCard & { readonly lot: Lot };

export function OnTheBlock({ unit, next }: { unit: LotOfRun; next: readonly LotOfRun[] }) {
  return (
    <section
      aria-label={t("Closing next")}
      className="mb-8 grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg bg-asphalt p-4 text-on-asphalt lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_26rem]"
    >
      <Now key={unit.lot.lotId} unit={unit} />
      {next.length === 0 ? null : (
        <div className="min-w-0">
          <h2 className="mb-2 text-base">{t("Then")}</h2>
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {next.map(({ id, name, lot, images }) => (
              <li key={lot.lotId} className="relative flex items-center gap-3">
                <Picture image={images[0]} sizes="80px" className="w-20 shrink-0 rounded-md" />
                <div className="min-w-0">
                  <Link
                    to={`/truck/${id}`}
                    className="block truncate font-semibold text-on-asphalt no-underline after:absolute after:inset-0 hover:underline"
                  >
                    {lot.lotNumber}. {name}
                  </Link>
                  <p className="figures text-sm">
                    {money(lot.price ?? lot.startingPrice)} |{" "}
                    <Countdown to={lot.closesAt} zone={lot.timeZone} />
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

function Now({ unit }: { unit: LotOfRun }) {
  const { lot, standing } = useLiveLot(unit.id, unit.lot);
  const bids = plural(lot.bidCount, "{n} bid", "{n} bids");
  const state = lot.reserveState === "NOT_MET" ? t("{bids}, reserve not met", { bids }) : bids;
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,22rem)_1fr]">
      <Picture
        image={unit.images[0]}
        eager
        sizes="(min-width: 640px) 352px, 92vw"
        className="rounded-md"
      />
      <div className="grid content-start gap-1">
        <p className="font-semibold text-amber">
          {t("Closing next, lot {lotNumber}", { lotNumber: unit.lot.lotNumber })}
        </p>
        <p className="text-xl font-bold">{unit.name}</p>
        <p className="figures text-4xl font-bold" aria-live="polite">
          {money(lot.price ?? unit.lot.startingPrice)}
        </p>
        <p>
          {standing?.leading === true
            ? t("{state}, you're the high bidder", { state })
            : standing === null
              ? state
              : t("{state}, you've been outbid", { state })}
        </p>
        <p>
          {lot.status === "CLOSED" ? (
            t("Closed")
          ) : (
            <>
              <Countdown
                label={t("Closes in")}
                to={lot.closesAt}
                zone={unit.lot.timeZone}
                className="text-2xl font-bold text-amber"
              />
            </>
          )}
        </p>
        <LinkButton to={`/truck/${unit.id}`} tone="primary" className="mt-2 justify-self-start">
          {lot.status === "CLOSED"
            ? t("View lot")
            : t("Bid {minNextBid}", { minNextBid: money(lot.minNextBid) })}
        </LinkButton>
      </div>
    </div>
  );
}
