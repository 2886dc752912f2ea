import type { Stats } from "@gavelyard/contract/reports";
import { periodBounds, periodChoices, type PeriodBounds } from "@gavelyard/domain/figures";
import { formatUtcDate } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone, serverNow } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { useAddress } from "../ui/page/use-address.ts";
import { statsQuery } from "./api.ts";
import { BidsByHour, Funnel, Registrations, Views } from "./bidding-charts.tsx";
import { GuideRecord } from "./guide-record.tsx";
import { PeriodChoice } from "./period-choice.tsx";
import { AgainstEstimate, Hammer, Overdue, SellThrough } from "./sales-charts.tsx";
import { Tiles } from "./tiles.tsx";

export default function StatsTab() {
  const address = useAddress();
  const choice = periodChoices.find((one) => one === address.get("period")) ?? "30d";
  const bounds = periodBounds(choice, serverNow(), {
    from: address.get("from"),
    to: address.get("to"),
  });
  return (
    <>
      <PeriodChoice choice={choice} problem={typeof bounds === "string" ? bounds : null} />
      {typeof bounds === "string" ? null : <Figures bounds={bounds} />}
    </>
  );
}

function Figures({ bounds }: { bounds: PeriodBounds }) {
  const query = useQuery(statsQuery(useCall(), { ...bounds, timeZone: browserZone() }));
  return (
    <Read query={query} failure={t("Couldn't load reports.")} className="h-[60vh]">
      {(stats) => (
        <div aria-busy={query.isPlaceholderData}>
          <p aria-live="polite" className="mb-4 text-soft">
            {t("{period}, compared with {before}. Days are in UTC.", {
              period: daysOf(stats),
              before: daysOf(stats.before),
            })}
          </p>
          <Tiles stats={stats} />
          <div className="mt-6 grid gap-4 xl:grid-cols-2">
            <Hammer stats={stats} />
            <SellThrough stats={stats} />
            <BidsByHour stats={stats} />
            <Registrations stats={stats} />
            <Views stats={stats} />
            <Funnel stats={stats} />
            <AgainstEstimate stats={stats} />
            <Overdue stats={stats} />
            <GuideRecord />
          </div>
        </div>
      )}
    </Read>
  );
}

/** Formats the first and last day of a period: "Oct 23, 2026 to Nov 21, 2026". */
function daysOf({ from, to }: Pick<Stats, "from" | "to">): string {
  const [first, last] = [formatUtcDate(from), formatUtcDate(Date.parse(to) - 1)];
  return first === last ? first : t("{first} to {last}", { first, last });
}
