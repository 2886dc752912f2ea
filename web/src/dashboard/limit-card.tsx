import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { limitQuery } from "../bidding/api.ts";
import { money } from "../ui/format.ts";
import { Skeleton } from "../ui/states.tsx";

/** The bid limit and what holds it (D25). */
export function LimitCard({ userId }: { userId: number }) {
  const { data } = useQuery(limitQuery(useCall(), userId));
  if (data === undefined) return <Skeleton className="mb-6 h-24" />;
  const share = data.limit === 0 ? 0 : Math.min(100, (data.used / data.limit) * 100);
  return (
    <section aria-label="Bid limit" className="mb-6 rounded-lg border border-line bg-sheet p-5">
      <div className="flex flex-wrap justify-between gap-4">
        <p>
          <span className="block text-sm text-soft">Available to bid</span>
          <span className="figures text-2xl font-bold">{money(data.available)}</span>
        </p>
        <p className="text-right">
          <span className="block text-sm text-soft">Used of your limit</span>
          <span className="figures">
            {money(data.used)} of {money(data.limit)}
          </span>
        </p>
      </div>
      <div aria-hidden className="mt-3 h-2 overflow-hidden rounded-full bg-sunken">
        <div className="h-full bg-amber" style={{ width: `${share}%` }} />
      </div>
    </section>
  );
}
