import type { BidLimitStatus } from "@gavelyard/contract/bidding/bid-limits";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { money } from "../ui/text/format.ts";
import { limitQuery } from "./api.ts";
import { limitParts } from "./limit-parts.ts";
import { Link } from "../ui/page/router.tsx";

/** The bid limit and its holds (D25). */
export function LimitCard({ userId, link = true }: { userId: number; link?: boolean }) {
  const query = useQuery(limitQuery(useCall(), userId));
  return (
    <Read query={query} failure={t("Couldn't load your bid limit.")} className="h-52">
      {(limit) => <Limit data={limit} link={link} />}
    </Read>
  );
}

function Limit({ data, link }: { data: BidLimitStatus; link: boolean }) {
  const parts = limitParts(data);
  return (
    <section aria-label={t("Bid limit")} className="rounded-lg border border-line bg-sheet p-5">
      <div className="flex flex-wrap justify-between gap-4">
        <p>
          <span className="block text-sm text-soft">{t("Available to bid")}</span>
          <span className="figures text-2xl font-bold">{money(data.available)}</span>
        </p>
        <p className="ml-auto text-right">
          <span className="block text-sm text-soft">{t("Limit used")}</span>
          <span className="figures">
            {t("{used} of {limit}", { used: money(data.used), limit: money(data.limit) })}
          </span>
        </p>
      </div>
      {/* One segment per lot; the list below says the same in words. */}
      <div
        aria-hidden
        className="mt-3 flex h-6 overflow-hidden rounded-md border border-line bg-sunken"
      >
        {parts.flatMap(({ color, lots }) =>
          lots.map(({ inventoryId, name, amount, percent }) => (
            <div
              key={inventoryId}
              title={`${name}: ${money(amount)}`}
              className={`box-border min-w-1 border-r border-sheet ${color}`}
              style={{ width: `${percent}%` }}
            />
          )),
        )}
      </div>
      <ul className="mt-3 grid gap-1 text-sm">
        {parts.map(({ words, color, total, lots }) => (
          <PartLine key={words} color={color} amount={total}>
            {words} ({plural(lots.length, "{n} lot", "{n} lots")})
          </PartLine>
        ))}
        <PartLine color="border border-line bg-sunken" amount={data.available}>
          {t("Free")}
        </PartLine>
      </ul>
      {link ? (
        <Link
          to="/dashboard?tab=limit"
          className="mt-2 inline-flex min-h-11 items-center font-semibold underline"
        >
          {t("View holds or request an increase")}
        </Link>
      ) : null}
    </section>
  );
}

function PartLine({
  color,
  amount,
  children,
}: {
  color: string;
  amount: number;
  children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className={`size-3 shrink-0 rounded-sm ${color}`} />
      <span className="flex-1">{children}</span>
      <span className="figures">{money(amount)}</span>
    </li>
  );
}
