import type { SpentInMonth } from "@gavelyard/contract/sales/spending";
import { fallbackZone, formatWith } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { Card } from "../ui/card.tsx";
import { money } from "../ui/text/format.ts";
import { spendingQuery } from "./api.ts";
import { Rich } from "../ui/text/rich.tsx";

/** A buyer's invoices by month, as bars of paid and due amounts. */
export function SpendingCard({ userId }: { userId: number }) {
  const query = useQuery(spendingQuery(useCall(), userId));
  return (
    <Card title={t("Spending by month")}>
      <Read query={query} failure={t("Couldn't load your spending.")} className="h-32">
        {(months) =>
          months.length === 0 ? (
            <p className="text-soft">
              {t(
                "No invoices in the last 12 months. When you win a lot, its invoice shows up here.",
              )}
            </p>
          ) : (
            <Months months={months} />
          )
        }
      </Read>
    </Card>
  );
}

/** Formats a month: "Nov 2026" for `2026-11`. */
const monthName = (month: string) =>
  formatWith(`${month}-01`, fallbackZone, { month: "short", year: "numeric" });

interface TextValues {
  readonly total: string;
  readonly lots: string;
  readonly due: string;
}

/** Hidden parts are for screen readers. */
const spent = {
  paid: (values: TextValues) => t("{total}<hidden> for {lots}</hidden>", values),
  due: (values: TextValues) => t("{total}<hidden> for {lots}, {due} of it due</hidden>", values),
} as const;

function Months({ months }: { months: readonly SpentInMonth[] }) {
  const most = Math.max(...months.map(({ total }) => total), 1);
  const due = months.some(({ total, paid }) => total > paid);
  const percent = (part: number) => `${(100 * part) / most}%`;
  return (
    <>
      <ol className="grid gap-2 text-sm" reversed>
        {months.toReversed().map(({ month, lots, total, paid }) => (
          <li key={month} className="grid grid-cols-[5rem_1fr_auto] items-center gap-x-3">
            <span>{monthName(month)}</span>
            <span aria-hidden className="flex h-4">
              <span className="bg-ink" style={{ width: percent(paid) }} />
              <span className="bg-amber" style={{ width: percent(total - paid) }} />
            </span>
            <span className="figures text-right">
              <Rich
                text={(total > paid ? spent.due : spent.paid)({
                  total: money(total),
                  lots: plural(lots, "{n} lot", "{n} lots"),
                  due: money(total - paid),
                })}
                hidden={(words) => <span className="sr-only">{words}</span>}
              />
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-sm bg-ink" /> {t("Paid [part of a sum]")}
        </span>
        {due ? (
          <span className="flex items-center gap-2">
            <span aria-hidden className="size-3 rounded-sm bg-amber" /> {t("Due [part of a sum]")}
          </span>
        ) : null}
        <span>{t("With fees and tax, by invoice date.")}</span>
      </p>
    </>
  );
}
