import type { BidLimitStatus } from "@gavelyard/contract/bid-limits";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useCall } from "../api/api-context.ts";
import { Read } from "../session/read.tsx";
import { money } from "../ui/format.ts";
import { limitQuery } from "./api.ts";

/** Shows the bid limit and how much of it is used (D25). */
export function LimitCard({ userId, link = true }: { userId: number; link?: boolean }) {
  const query = useQuery(limitQuery(useCall(), userId));
  return (
    <Read query={query} failure="Couldn't load your bid limit." className="h-28">
      {(limit) => <Limit data={limit} link={link} />}
    </Read>
  );
}

function Limit({ data, link }: { data: BidLimitStatus; link: boolean }) {
  const share = data.limit === 0 ? 0 : Math.min(100, (data.used / data.limit) * 100);
  return (
    <section aria-label="Bid limit" className="rounded-lg border border-line bg-sheet p-5">
      <div className="flex flex-wrap justify-between gap-4">
        <p>
          <span className="block text-sm text-soft">Available to bid</span>
          <span className="figures text-2xl font-bold">{money(data.available)}</span>
        </p>
        <p className="text-right">
          <span className="block text-sm text-soft">Limit used</span>
          <span className="figures">
            {money(data.used)} of {money(data.limit)}
          </span>
        </p>
      </div>
      <div
        className="mt-3 h-2 overflow-hidden rounded-full bg-sunken"
        role="meter"
        aria-label="Limit used"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share)}
      >
        <div className="h-full bg-amber" style={{ width: `${share}%` }} />
      </div>
      {link ? (
        <Link
          to="/dashboard?tab=limit"
          className="mt-2 inline-flex min-h-11 items-center font-semibold underline"
        >
          View holds or request an increase
        </Link>
      ) : null}
    </section>
  );
}
