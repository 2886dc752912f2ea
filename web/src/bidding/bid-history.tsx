import { t } from "@gavelyard/messages/text";
import type { HistoryRow } from "@gavelyard/contract/bidding/bidding";
import { formatTime } from "@gavelyard/domain/time-zone";
import { Read } from "../api/read.tsx";
import { alias } from "../ui/page/alias.ts";
import { money } from "../ui/text/format.ts";
import { EmptyState } from "../ui/states.tsx";
import { useHistory } from "./use-history.ts";
import { PriceChart } from "./price-chart.tsx";

const kinds: Record<HistoryRow["kind"], string> = {
  BID: t("Bid"),
  PROXY: t("Proxy bid"),
  RAISE: t("Maximum raised"),
  RETRACTION: t("Bid retracted"),
  VOID: t("Bid voided by staff"),
  LAPSE: t("Bids withdrawn"),
  EXTENSION: t("Extended"),
  CLOSE: t("Closed"),
};

/** The lot's public ledger: aliases, never people (D24). */
export default function BidHistory({ inventoryId, zone }: { inventoryId: number; zone: string }) {
  const query = useHistory(inventoryId);
  return (
    <Read query={query} failure={t("Couldn't load the history.")} className="h-40">
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t("No bids yet")}>{t("The first bid will appear here.")}</EmptyState>
        ) : (
          <>
            <PriceChart rows={rows} zone={zone} />
            <HistoryTable rows={rows} zone={zone} />
          </>
        )
      }
    </Read>
  );
}

function HistoryTable({ rows, zone }: { rows: readonly HistoryRow[]; zone: string }) {
  return (
    <div
      className="max-h-96 overflow-y-auto rounded-lg border border-line"
      tabIndex={0}
      role="region"
      aria-label={t("Bid history")}
    >
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            <th className="p-2">{t("Bidder")}</th>
            <th className="p-2">{t("Event")}</th>
            <th className="p-2 text-right">{t("Price")}</th>
            <th className="p-2 text-right">{t("Time")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.seq}
              className={`border-t border-line ${row.mine ? "bg-sunken font-semibold" : ""} ${row.retracted ? "text-soft line-through" : ""}`}
            >
              <td className="whitespace-nowrap p-2">
                {row.mine
                  ? t("You")
                  : row.bidderAlias === null
                    ? t("Gavelyard")
                    : alias(row.bidderAlias)}
              </td>
              <td className="p-2">{kinds[row.kind]}</td>
              <td className="figures p-2 text-right">
                {row.amount === null ? t("none [price]") : money(row.amount)}
              </td>
              <td className="whitespace-nowrap p-2 text-right tabular-nums">
                {formatTime(row.placedAt, zone)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
