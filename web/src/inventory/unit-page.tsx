import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useCall } from "../api/api-context.ts";
import { ApiError } from "../api/client.ts";
import { BidHistory } from "../bidding/bid-history.tsx";
import { BidPanel } from "../bidding/bid-panel.tsx";
import { NotFound } from "../layout/not-found.tsx";
import { messageOf } from "../session/messages.ts";
import { money } from "../ui/format.ts";
import { ErrorState, Skeleton } from "../ui/states.tsx";
import { WatchButton } from "../wishlist/watch-button.tsx";
import { unitQuery } from "./api.ts";
import { Gallery } from "./gallery.tsx";
import { Condition, Specifications } from "./specifications.tsx";
import { Head } from "../layout/head.tsx";

/** One unit: pictures, bidding, condition, specifications, place. */
export function Component() {
  const id = Number(useParams()["id"]);
  const { data: unit, error, refetch } = useQuery(unitQuery(useCall(), id));
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return <NotFound />;
  if (error !== null && unit === undefined) {
    return (
      <ErrorState
        message={messageOf(error, "This vehicle could not be read.")}
        onRetry={() => void refetch()}
      />
    );
  }
  if (unit === undefined) return <Skeleton className="h-[60vh]" />;
  const zone = unit.lot?.timeZone ?? unit.yard.timeZone;
  return (
    <>
      <Head
        title={`${unit.name} | Gavelyard`}
        description={`${unit.name}, stock ${unit.stockNumber}, ${unit.location}. ${unit.description.slice(0, 120)}`}
      />
      <div className="mb-4">
        <h1>{unit.name}</h1>
        <p className="text-soft">
          Stock {unit.stockNumber} · {unit.location}
        </p>
      </div>
      <div className="grid gap-6 lg:grid-cols-[1fr_24rem]">
        <div className="relative grid min-w-0 gap-8">
          <Gallery images={unit.images} />
          <WatchButton unit={unit} />
          <div className="lg:hidden">
            {unit.lot === null ? <NoLot /> : <BidPanel unit={unit} lot={unit.lot} />}
          </div>
          <section>
            <h2 className="mb-2">About this unit</h2>
            <p className="max-w-[70ch] whitespace-pre-line">{unit.description}</p>
            {unit.specs.announcements === null ? null : (
              <p className="mt-3 max-w-[70ch] rounded-md bg-sunken p-3">
                <strong>Announcements:</strong> {unit.specs.announcements}
              </p>
            )}
            {unit.estimateLow === null || unit.estimateHigh === null ? null : (
              <p className="mt-3">
                Estimate{" "}
                <span className="figures">
                  {money(unit.estimateLow)} to {money(unit.estimateHigh)}
                </span>
              </p>
            )}
          </section>
          <section>
            <h2 className="mb-2">Specifications</h2>
            <Specifications unit={unit} />
          </section>
          {unit.specs.conditionReport === null ? null : (
            <section>
              <h2 className="mb-2">Condition</h2>
              <Condition report={unit.specs.conditionReport} zone={unit.yard.timeZone} />
            </section>
          )}
          <section>
            <h2 className="mb-2">Where it stands</h2>
            <p>
              {unit.yard.name}
              {unit.yard.street === null ? "" : `, ${unit.yard.street}`}, {unit.yard.city},{" "}
              {unit.yard.state} {unit.yard.zip}
            </p>
          </section>
        </div>
        <aside className="min-w-0">
          <div className="grid gap-6 lg:sticky lg:top-20">
            <div className="hidden lg:block">
              {unit.lot === null ? <NoLot /> : <BidPanel unit={unit} lot={unit.lot} />}
            </div>
            {unit.lot === null ? null : (
              <section>
                <h2 className="mb-2">Bid history</h2>
                <BidHistory inventoryId={unit.id} zone={zone} />
              </section>
            )}
          </div>
        </aside>
      </div>
    </>
  );
}

function NoLot() {
  return (
    <section aria-label="Bidding" className="rounded-lg border border-line bg-sheet p-5">
      <p className="font-semibold">Not in an auction yet</p>
      <p className="text-soft">Put it on your watchlist and you see when it is.</p>
    </section>
  );
}
