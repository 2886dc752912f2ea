import { t } from "@gavelyard/messages/text";
import { CircleAlert, Clock } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useServerNow } from "../../ui/text/countdown.tsx";
import type { Sale } from "./api.ts";
import { markOf, type Reader } from "./choice.ts";

export const tabId = (saleId: number): string => `sale-${saleId}-tab`;

/**
 * Tabs of the sales on a phone. Each shows when the reader is outbid there or a lot closes soon.
 */
export function SaleTabs({
  sales,
  selected,
  reader,
  onSelect,
}: {
  sales: readonly Sale[];
  selected: number;
  reader: Reader;
  onSelect: (saleId: number) => void;
}) {
  const now = useServerNow();
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const at = sales.findIndex(({ id }) => id === selected);
    const next = sales.at((at + step) % sales.length);
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(tabId(next.id))?.focus();
  };
  return (
    <div
      role="tablist"
      aria-label={t("Sales [auctions]")}
      className="sticky top-15 z-10 -mx-4 mb-3 grid auto-cols-fr grid-flow-col border-b border-line bg-paper px-4 sm:hidden"
    >
      {sales.map((sale) => (
        <button
          key={sale.id}
          type="button"
          role="tab"
          id={tabId(sale.id)}
          aria-selected={sale.id === selected}
          aria-controls={sale.id === selected ? `sale-${sale.id}` : undefined}
          tabIndex={sale.id === selected ? 0 : -1}
          onClick={() => onSelect(sale.id)}
          onKeyDown={onKey}
          className={`min-h-14 min-w-0 border-b-4 px-2 py-1 text-sm font-semibold ${sale.id === selected ? "border-ink" : "border-transparent text-soft"}`}
        >
          <span className="block truncate">{sale.auctionName}</span>
          {now === null ? null : <MarkOf sale={sale} reader={reader} nowMs={now} />}
        </button>
      ))}
    </div>
  );
}

function MarkOf({ sale, reader, nowMs }: { sale: Sale; reader: Reader; nowMs: number }) {
  const mark = markOf(sale, reader, nowMs);
  if (mark === null) return null;
  return mark === "outbid" ? (
    <span className="flex items-center justify-center gap-1 text-outbid">
      <CircleAlert aria-hidden className="size-4" /> {t("Outbid")}
    </span>
  ) : (
    <span className="flex items-center justify-center gap-1 text-amber-deep">
      <Clock aria-hidden className="size-4" /> {t("Closing soon [one lot]")}
    </span>
  );
}
