import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { memo, Suspense } from "react";
import { useCall } from "../../api/api-context.ts";
import { WatchButton } from "../../wishlist/watch-button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Countdown } from "../../ui/text/countdown.tsx";
import { money, when } from "../../ui/text/format.ts";
import { Picture } from "../../ui/picture.tsx";
import { ReadersTime } from "../../ui/text/readers-time.tsx";
import { lotNow, useLotPrice } from "../../realtime/prices.ts";
import { unitQuery } from "../api.ts";
import type { ListedUnit } from "../../ui/unit-facts.ts";
import type { ListView } from "./filter-url.ts";
import { CompareButton } from "./compare-button.tsx";
import { later } from "../../ui/later.tsx";
import { useDeliveryZip } from "../delivery/use-delivery-zip.ts";
import { Link } from "../../ui/page/router.tsx";

const DeliveredLine = later(() => import("../delivery/delivered-line.tsx"));

const shapes = {
  grid: {
    card: "unit-card",
    picture: "",
    text: "unit-text",
    image: {
      // Phones show it a little wider. That is not visible, but the next width has twice as many bytes.
      sizes: "(min-width: 1280px) 310px, (min-width: 640px) 45vw, 86vw",
      widths: [320, 640, 960],
    },
  },
  // The watch and compare buttons are on the right.
  list: {
    card: "unit-card min-h-29 flex-row",
    picture: "w-28 shrink-0 sm:w-60",
    text: "unit-text py-3 pl-3 pr-16 sm:pl-4",
    image: { sizes: "(min-width: 640px) 240px, 112px", widths: [160, 320, 640] },
  },
} as const satisfies Record<ListView, unknown>;

function UnitCard({
  unit: listed,
  view,
  eager,
  near,
  listedIds,
}: {
  unit: ListedUnit;
  view: ListView;
  eager: boolean;
  /** Whether it is near the top, where its picture may still be loading on screen. */
  near: boolean;
  /** IDs of the list's units, which share one call for estimates. */
  listedIds: readonly number[];
}) {
  const unit = useUnitNow(listed);
  const shape = shapes[view];
  const queries = useQueryClient();
  const call = useCall();
  return (
    <article className={shape.card}>
      <Picture
        image={unit.picture}
        eager={eager}
        blurred={near}
        {...shape.image}
        className={shape.picture}
      />
      <WatchButton unit={unit} />
      <CompareButton unit={unit} />
      <div className={shape.text}>
        <h3>
          <Link
            to={`/truck/${unit.id}`}
            // The press gives the unit time to load before the page opens.
            onMouseDown={() => unawaited(queries.prefetchQuery(unitQuery(call, unit.id)))}
            className="cover-link"
          >
            {unit.name}
          </Link>
        </h3>
        <p className="unit-facts">{unit.facts}</p>
        <p>
          {unit.place}
          {unit.hasVideo ? (
            <>
              {" "}
              <Badge>{t("Video")}</Badge>
            </>
          ) : null}
        </p>
        <div className="unit-foot">
          <div>
            <p>{priceLabel(unit)}</p>
            <p className="unit-price">{unit.price === null ? "N/A" : money(unit.price)}</p>
          </div>
          <LotClock unit={unit} />
        </div>
        {unit.price === null || unit.lot?.status === "CLOSED" ? null : (
          <Delivered id={unit.id} price={unit.price} listed={listedIds} />
        )}
      </div>
    </article>
  );
}

/** Returns a listed unit with its lot's newest state. */
function useUnitNow(unit: ListedUnit): ListedUnit {
  const price = useLotPrice(unit.id, unit.lot);
  if (unit.lot === null) return unit;
  const lot = lotNow(unit.lot, price ?? undefined);
  // Without bids, the next bid is the starting price.
  return { ...unit, lot, price: price === null ? unit.price : (price.price ?? price.minNextBid) };
}

/**
 * The estimate for the reader's ZIP code, which only the browser knows. It is read for each card: if
 * the list changed, all its cards would have to hydrate at once.
 */
function Delivered(line: { id: number; price: number; listed: readonly number[] }) {
  const zip = useDeliveryZip();
  return zip === "" ? null : <DeliveredLine {...line} zip={zip} />;
}

function priceLabel(unit: ListedUnit): string {
  const { lot } = unit;
  if (lot === null) return t("Starting price");
  const bids =
    lot.bidCount === 0 ? t("Starting price") : plural(lot.bidCount, "{n} bid", "{n} bids");
  if (lot.status !== "CLOSED")
    return lot.reserveState === "NONE" ? t("{bids}, no reserve", { bids }) : bids;
  return lot.outcome === "SOLD" ? t("Sold, {bids}", { bids }) : bids;
}

function LotClock({ unit }: { unit: ListedUnit }) {
  const { lot } = unit;
  if (lot === null) return null;
  if (lot.status === "CLOSED") {
    return (
      <Badge>
        {lot.outcome === "SOLD"
          ? t("Sold")
          : lot.outcome === "RESERVE_NOT_MET"
            ? t("Reserve not met")
            : t("Closed")}
      </Badge>
    );
  }
  if (lot.status === "UPCOMING") {
    return (
      <p className="ml-auto text-right text-sm text-soft">
        {t("Opens")}
        <br />
        {when(lot.opensAt, lot.timeZone)}
        <ReadersTime at={lot.opensAt} zone={lot.timeZone} />
      </p>
    );
  }
  return (
    <p className="ml-auto text-right">
      <Badge tone="live">{t("Live")}</Badge>
      <span className="unit-clock">
        <span className="sr-only">{t("Closes in")} </span>
        <Countdown to={lot.closesAt} zone={lot.timeZone} />
      </span>
    </p>
  );
}

/** A list of units. Rendering it again would hydrate all its cards at once, so it is memoized. */
export const UnitGrid = memo(function UnitGrid({
  units,
  view = "grid",
  seenFirst = false,
}: {
  units: readonly ListedUnit[];
  view?: ListView;
  /** Whether these units are at the top of the page, so that their pictures load first. */
  seenFirst?: boolean;
}) {
  const ids = units.map(({ id }) => id);
  return (
    <ul className={`grid gap-4 ${view === "grid" ? "sm:grid-cols-2 xl:grid-cols-3" : ""}`}>
      {units.map((unit, index) => (
        <li
          key={unit.id}
          className={`grid ${index < 3 ? "" : view === "grid" ? "drawn-when-near" : "drawn-when-near [--height:7.5rem]"}`}
        >
          {/* Each card hydrates separately, so that none blocks the page. */}
          <Suspense fallback={null}>
            <UnitCard
              unit={unit}
              view={view}
              eager={seenFirst && index < 2}
              near={index < 6}
              listedIds={ids}
            />
          </Suspense>
        </li>
      ))}
    </ul>
  );
});
