import { AsWritten } from "../ui/text/as-written.tsx";
import type { InventoryDetail, Lot } from "@gavelyard/contract/inventory/inventory";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, type ReactNode } from "react";
import { useCall } from "../api/api-context.ts";
import { isNothingThere } from "@gavelyard/client/call";
import { BidPanel } from "../bidding/bid-panel.tsx";
import { ThumbBar } from "../bidding/thumb-bar.tsx";
import { useLiveLot } from "../bidding/use-live-lot.ts";
import { NotFound } from "../site/not-found.tsx";
import { useSite } from "../site/site.ts";
import { LoadFailedPage } from "../site/load-failed-page.tsx";
import { money } from "../ui/text/format.ts";
import { InBrowser } from "../ui/page/in-browser.tsx";
import { StockLine } from "../inventory/stock-line.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { Skeleton } from "../ui/states.tsx";
import { WhenNear } from "../ui/page/when-near.tsx";
import { unitQuery } from "../inventory/api.ts";
import { questionsQuery } from "../inventory/questions/api.ts";
import { useRecentlySeen } from "../inventory/browse/recently-seen.ts";
import { vehicleData } from "../inventory/browse/vehicle-data.ts";
import { Head } from "../site/head.tsx";
import { atOnce, later } from "../ui/later.tsx";
import { useShown } from "../ui/page/router.tsx";

// The server renders these; they barely need their scripts, which load after the bid panel's.
const Specifications = import.meta.env.SSR
  ? atOnce((await import("../inventory/browse/specifications.tsx")).default)
  : later(() => import("../inventory/browse/specifications.tsx"));
const WriteUp = import.meta.env.SSR
  ? atOnce((await import("../inventory/browse/write-up.tsx")).default)
  : later(() => import("../inventory/browse/write-up.tsx"));
const Condition = import.meta.env.SSR
  ? atOnce((await import("../inventory/condition/condition.tsx")).default)
  : later(() => import("../inventory/condition/condition.tsx"));
const Gallery = import.meta.env.SSR
  ? atOnce((await import("../inventory/browse/gallery.tsx")).default)
  : later(() => import("../inventory/browse/gallery.tsx"), <Skeleton className="aspect-[3/2]" />);
const KeyFacts = import.meta.env.SSR
  ? atOnce((await import("../inventory/browse/key-facts.tsx")).default)
  : later(
      () => import("../inventory/browse/key-facts.tsx"),
      <div className="h-44 sm:h-16 lg:mt-3" />,
    );
const UnitActions = import.meta.env.SSR
  ? atOnce((await import("../inventory/browse/unit-actions.tsx")).default)
  : later(() => import("../inventory/browse/unit-actions.tsx"), <div className="h-11" />);
const WatchButton = import.meta.env.SSR
  ? atOnce((await import("../wishlist/watch-button.tsx")).WatchButton)
  : later(async () => ({
      default: (await import("../wishlist/watch-button.tsx")).WatchButton,
    }));
const LotNav = import.meta.env.SSR
  ? atOnce((await import("../inventory/browse/lot-nav.tsx")).default)
  : later(() => import("../inventory/browse/lot-nav.tsx"), <div className="mb-2 h-8" />);
const UnitQuestions = import.meta.env.SSR
  ? atOnce((await import("../inventory/questions/unit-questions.tsx")).default)
  : later(() => import("../inventory/questions/unit-questions.tsx"));
const BidHistory = later(() => import("../bidding/bid-history.tsx"), <Skeleton className="h-40" />);
const DoorSection = later(() => import("../inventory/delivery/door-section.tsx"));
const GuideSection = later(() => import("../inventory/price-guide/guide-section.tsx"));
const MoreUnits = later(() => import("../inventory/browse/more-units.tsx"));
const AfterClose = later(() => import("../sales/after-close.tsx"));
const YardMap = later(() => import("../inventory/yard-map/yard-map.tsx"));
const ProofCard = later(async () => ({
  default: (await import("../lot-proofs/proof-card.tsx")).ProofCard,
}));

export function Component() {
  const id = useShown().id;
  const call = useCall();
  const { data: unit, error, refetch } = useQuery(unitQuery(call, id));
  const isLoaded = unit !== undefined;
  useEffect(() => {
    // Counting a view may fail silently.
    if (isLoaded) call("countUnitView", { params: { id: String(id) } }).catch(() => {});
  }, [call, id, isLoaded]);
  if (isNothingThere(error)) return <NotFound />;
  if (error !== null && unit === undefined) {
    return (
      <LoadFailedPage
        title={t("We couldn't load this vehicle")}
        error={error}
        onRetry={() => unawaited(refetch())}
      />
    );
  }
  if (unit === undefined) return <Skeleton className="h-[60vh]" />;
  return (
    <>
      <LotNav unit={unit} />
      {unit.lot === null ? (
        <UnitView unit={unit} />
      ) : (
        <LiveUnitView key={unit.lot.lotId} unit={unit} lot={unit.lot} />
      )}
    </>
  );
}

/** A unit with a lot. All parts of the page share one live subscription. */
function LiveUnitView({ unit, lot }: { unit: InventoryDetail; lot: Lot }) {
  const view = useLiveLot(unit.id, lot);
  return (
    <>
      <UnitView
        unit={unit}
        doorPrice={view.lot.status === "CLOSED" ? null : view.lot.minNextBid}
        closed={view.lot.status === "CLOSED"}
        panel={
          <>
            <BidPanel unit={unit} lot={lot} view={view} />
            {view.lot.status === "CLOSED" ? (
              <InBrowser>
                <AfterClose
                  unit={unit}
                  lostAt={view.standing === null || view.standing.leading ? null : view.lot.price}
                />
              </InBrowser>
            ) : null}
          </>
        }
        history={
          <InBrowser>
            <BidHistory inventoryId={unit.id} zone={lot.timeZone} />
          </InBrowser>
        }
        proof={
          view.lot.status === "CLOSED" ? <ProofCard lotId={lot.lotId} zone={lot.timeZone} /> : null
        }
      />
      <Suspense>
        <ThumbBar unit={unit} lot={lot} view={view} />
      </Suspense>
    </>
  );
}

// Each part hydrates separately (Suspense), so that the page keeps responding to taps.
function UnitView({
  unit,
  doorPrice = unit.price,
  closed = false,
  panel = <NoLot />,
  history = null,
  proof = null,
}: {
  unit: InventoryDetail;
  /** Initial hammer price for the delivered cost; null once the unit is sold. */
  doorPrice?: number | null;
  closed?: boolean;
  panel?: ReactNode;
  history?: ReactNode;
  proof?: ReactNode;
}) {
  const site = useSite();
  const origin = site?.url ?? "";
  const { queryKey } = questionsQuery(useCall(), unit.id);
  const questions = useQueryClient().getQueryData(queryKey)?.questions ?? [];
  return (
    <>
      <Head
        title={t("{name} | Gavelyard", { name: unit.name })}
        description={t("{name}, stock {stock}, {location}. {description}", {
          name: unit.name,
          stock: unit.stockNumber,
          location: unit.location,
          description: unit.description.slice(0, 120),
        })}
        image={unit.image}
        data={import.meta.env.SSR && vehicleData(unit, questions, origin)}
      />
      {/* Phones show the pictures first, then name, price and facts. */}
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 lg:grid-cols-[1fr_24rem] lg:grid-rows-[auto_auto_1fr] lg:gap-y-6">
        <div className="contents lg:col-span-2 lg:-mb-2 lg:block">
          <div className="min-w-0 max-lg:-order-2">
            <h1>{unit.name}</h1>
            <StockLine unit={unit} />
          </div>
          <div className="min-w-0">
            <KeyFacts unit={unit} />
            <UnitActions unit={unit} />
          </div>
        </div>
        <div className="relative min-w-0 max-lg:-order-3 max-lg:-mx-4">
          <Gallery images={unit.images} videos={unit.videos} spin={unit.spin} />
          <WatchButton unit={unit} />
        </div>
        <aside className="contents min-w-0 lg:col-start-2 lg:row-span-2 lg:block">
          <div className="contents gap-6 lg:sticky lg:top-20 lg:grid">
            <div className="min-w-0 max-lg:-order-1">
              <Suspense>{panel}</Suspense>
            </div>
            {history === null ? null : (
              <section className="order-last min-w-0 print:hidden">
                <h2 className="mb-2">{t("Bid history")}</h2>
                {history}
              </section>
            )}
          </div>
        </aside>
        <div className="grid min-w-0 grid-cols-1 content-start gap-8">
          <section>
            <h2 className="mb-2">{t("About this unit")}</h2>
            <AsWritten text={unit.description} className="max-w-[70ch] whitespace-pre-line" />
            <WriteUp specs={unit.specs} />
            {unit.estimateLow === null || unit.estimateHigh === null ? null : (
              <p className="mt-3">
                <Rich
                  text={t("Estimate <range>{low} to {high}</range>", {
                    low: money(unit.estimateLow),
                    high: money(unit.estimateHigh),
                  })}
                  range={(amounts) => <span className="figures">{amounts}</span>}
                />
              </p>
            )}
          </section>
          {doorPrice === null || site?.delivery !== true ? null : (
            <InBrowser>
              <WhenNear>
                <DoorSection id={unit.id} price={doorPrice} />
              </WhenNear>
            </InBrowser>
          )}
          <InBrowser>
            <WhenNear>
              <GuideSection id={unit.id} />
            </WhenNear>
          </InBrowser>
          <section className="drawn-when-near">
            <h2 className="mb-2">{t("Specifications")}</h2>
            <Specifications unit={unit} />
          </section>
          {unit.specs.conditionReport === null ? null : (
            <section className="drawn-when-near [--height:60rem]">
              <h2 className="mb-2">{t("Condition")}</h2>
              <Condition unit={unit} report={unit.specs.conditionReport} />
            </section>
          )}
          <UnitQuestions unit={unit} closed={closed} />
          <section>
            <h2 className="mb-2">{t("Location")}</h2>
            <p>
              {unit.yard.name}
              {unit.yard.street === null ? "" : `, ${unit.yard.street}`}, {unit.yard.city},{" "}
              {unit.yard.state} {unit.yard.zip}
            </p>
            {/* As tall as the map and the link below it on a phone, so that nothing moves. */}
            <div className="mt-2 min-h-67 sm:min-h-48 print:hidden">
              <InBrowser>
                <WhenNear>
                  <YardMap unit={unit} />
                </WhenNear>
              </InBrowser>
            </div>
          </section>
          <InBrowser>{proof}</InBrowser>
        </div>
      </div>
      <Suspense>
        <Further unit={unit} />
      </Suspense>
    </>
  );
}

function Further({ unit }: { unit: InventoryDetail }) {
  const seen = useRecentlySeen(unit);
  return (
    <WhenNear>
      <MoreUnits unit={unit} seen={seen} />
    </WhenNear>
  );
}

function NoLot() {
  return (
    <section aria-label={t("Bidding")} className="rounded-lg border border-line bg-sheet p-5">
      <p className="font-semibold">{t("Not in an auction yet")}</p>
      <p className="text-soft">
        {t("Add it to your watchlist and we'll let you know when it goes to auction.")}
      </p>
    </section>
  );
}
