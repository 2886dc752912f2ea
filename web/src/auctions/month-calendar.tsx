import { fallbackZone, formatTime } from "@gavelyard/domain/time-zone";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import { t } from "@gavelyard/messages/text";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { browserZone, serverNow } from "../clock.ts";
import { LinkButton } from "../ui/button.tsx";
import { useHydrated } from "../ui/page/use-hydrated.ts";
import { monthAfter, monthOf, sheetOf, writtenDate } from "./month.ts";
import { Link, useSearch } from "../ui/page/router.tsx";
import type { ListedAuction } from "./api.ts";

const weekdays = [t("Sun"), t("Mon"), t("Tue"), t("Wed"), t("Thu"), t("Fri"), t("Sat")] as const;

/** A month of auctions; on phones, only days with auctions. */
export function MonthCalendar({ auctions }: { auctions: readonly ListedAuction[] }) {
  const [search] = useSearch();
  // The server doesn't know the visitor's zone, so both use the same one until hydration.
  const zone = useHydrated() ? browserZone() : fallbackZone;
  const today = calendarDateIn(serverNow(), zone);
  const month = monthOf(search.get("month"), today);
  const days = sheetOf(month, auctions);
  const none = days.every(({ inMonth, items }) => !inMonth || items.length === 0);
  const title = writtenDate(`${month}-01`, { month: "long", year: "numeric" });
  const step = (by: number, label: string, Icon: typeof ChevronLeft) => (
    <LinkButton to={`?view=calendar&month=${monthAfter(month, by)}`} aria-label={label}>
      <Icon aria-hidden className="size-5" />
    </LinkButton>
  );
  return (
    <section aria-label={t("Calendar")}>
      <div className="mb-4 flex items-center gap-3">
        {step(-1, t("Previous month"), ChevronLeft)}
        <h2 aria-live="polite" className="min-w-44 text-center first-letter:uppercase">
          {title}
        </h2>
        {step(1, t("Next month"), ChevronRight)}
      </div>
      {none ? (
        <p className="mb-4 text-soft">{t("No auctions in {month}.", { month: title })}</p>
      ) : null}
      <div aria-hidden className="hidden grid-cols-7 text-sm text-soft sm:grid">
        {weekdays.map((name) => (
          <span key={name} className="px-2 py-1">
            {name}
          </span>
        ))}
      </div>
      <ol className="grid gap-px sm:grid-cols-7 sm:rounded-lg sm:border sm:border-line sm:bg-line">
        {days.map(({ date, inMonth, items }) => (
          <li
            key={date}
            className={`min-w-0 bg-sheet p-2 sm:min-h-28 ${
              inMonth && items.length > 0 ? "" : "max-sm:hidden"
            } ${inMonth ? "" : "bg-sunken"}`}
          >
            <p
              aria-current={date === today ? "date" : undefined}
              className="text-sm font-semibold aria-[current]:underline"
            >
              <span className="block first-letter:uppercase sm:hidden">
                {writtenDate(date, { weekday: "long", month: "short", day: "numeric" })}
              </span>
              <span aria-hidden className="figures max-sm:hidden">
                {Number(date.slice(8))}
              </span>
              {date === today ? <span className="sr-only">, {t("today")}</span> : null}
            </p>
            <ul>
              {items.map((auction) => (
                <li key={auction.id}>
                  <Link
                    to={`/auctions/${auction.id}`}
                    className="mt-1 block min-h-6 rounded bg-sunken px-2 py-1 text-sm text-ink wrap-anywhere"
                  >
                    {auction.auctionName}
                    <span className="block text-soft">
                      {formatTime(auction.startTime, auction.timeZone)}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
