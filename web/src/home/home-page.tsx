import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useCall } from "../api/api-context.ts";
import { AuctionCard } from "../auctions/auction-card.tsx";
import { auctionsQuery } from "../auctions/api.ts";
import { featuredQuery, filterQuery } from "../inventory/api.ts";
import { UnitGrid } from "../inventory/unit-card.tsx";
import { LinkButton } from "../ui/button.tsx";
import { words } from "../ui/format.ts";
import { Head } from "../layout/head.tsx";
import { useSite } from "../layout/site.ts";
import { organizationData } from "../layout/site-hours.ts";
import { HeroPicture } from "./hero-picture.tsx";

/** Units that close next, at most this many. */
export const closingNext = { auctionStatus: ["LIVE" as const], size: 6 };
const types = [
  "TRUCK_TRACTOR",
  "TRUCK_STRAIGHT",
  "TRAILER",
  "PICKUP",
  "EQUIPMENT",
  "CAR",
  "SUV",
  "VAN",
] as const;

/** What is live, what closes next, what is featured. */
export function Component() {
  const call = useCall();
  const { data: auctions = [] } = useQuery(auctionsQuery(call));
  const { data: featured = [] } = useQuery(featuredQuery(call));
  const { data: next } = useQuery(filterQuery(call, closingNext));
  const site = useSite();
  const origin = site?.url ?? "";
  const live = auctions.filter((auction) => auction.status === "LIVE");
  return (
    <div data-live={live.length > 0}>
      <Head
        title="Gavelyard | Trucks, trailers and equipment at live auction"
        description="Live auctions of tractors, trucks, trailers, vehicles and equipment across the US."
        data={{
          "@type": "WebSite",
          name: "Gavelyard",
          url: origin,
          potentialAction: {
            "@type": "SearchAction",
            target: `${origin}/vehicles?q={search_term_string}`,
            "query-input": "required name=search_term_string",
          },
          ...(site === undefined ? {} : { publisher: organizationData(site) }),
        }}
      />
      <section className="relative mb-10 bg-asphalt text-on-asphalt">
        <HeroPicture />
        <div className="relative mx-auto max-w-7xl px-4 pb-10 pt-4 lg:py-28">
          <p className="font-semibold text-amber">
            {live.length === 0
              ? "Next sales below"
              : live.length === 1
                ? "1 auction is live"
                : `${live.length} auctions are live`}
          </p>
          <h1 className="mt-2 max-w-lg text-[clamp(2rem,1.2rem+3.4vw,3.6rem)] font-extrabold">
            Iron that works, sold on the server&apos;s clock
          </h1>
          <p className="mt-4 max-w-md text-lg">
            Inspected tractors, trucks, trailers and equipment from yards across the US. Every
            accepted bid is on disk before you see it.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <LinkButton to="/vehicles?auctionStatus=LIVE" tone="primary">
              Bid now
            </LinkButton>
            <LinkButton to="/auctions">See the auctions</LinkButton>
          </div>
        </div>
      </section>
      <div className="mx-auto max-w-7xl px-4 pb-6">
        <section aria-label="Search by type" className="mb-10">
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {types.map((type) => (
              <li key={type}>
                <Link
                  to={`/vehicles?inventoryType=${type}`}
                  className="flex min-h-14 items-center justify-center rounded-lg border border-line bg-sheet px-3 text-center font-semibold text-ink no-underline hover:bg-sunken"
                >
                  {words(type)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
        {next === undefined || next.content.length === 0 ? null : (
          <section className="mb-10">
            <h2 className="mb-4">Closing next</h2>
            <UnitGrid units={next.content} />
          </section>
        )}
        <section className="drawn-when-near mb-10 [--height:60rem]">
          <h2 className="mb-4">Auctions</h2>
          <ul className="grid gap-4 md:grid-cols-2">
            {auctions
              .filter((auction) => auction.status !== "EXPIRED")
              .slice(0, 6)
              .map((auction) => (
                <li key={auction.id} className="grid">
                  <AuctionCard auction={auction} />
                </li>
              ))}
          </ul>
        </section>
        {featured.length === 0 ? null : (
          <section>
            <h2 className="mb-4">Featured</h2>
            <UnitGrid units={featured} />
          </section>
        )}
      </div>
    </div>
  );
}
