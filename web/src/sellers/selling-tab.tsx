import type { SellingUnit } from "@gavelyard/contract/sellers";
import { memberRoleNames } from "@gavelyard/domain/sellers/seller";
import { say, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { browserZone } from "../clock.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";
import { Link } from "../ui/page/router.tsx";
import { Picture } from "../ui/picture.tsx";
import { EmptyState } from "../ui/states.tsx";
import { count, money, when, words } from "../ui/text/format.ts";
import { sellingQuery } from "./api.ts";

/** A customer's units for sale, by seller (D93). */
export default function SellingTab() {
  const query = useQuery(sellingQuery(useCall()));
  return (
    <Read query={query} failure={t("Couldn't load your units.")} className="h-96">
      {({ sellers, units }) =>
        sellers.length === 0 ? (
          <EmptyState title={t("You aren't selling with us yet")}>
            {t("Contact us to sell units. Once we've added your account, they're here.")}
          </EmptyState>
        ) : (
          <div className="grid gap-8">
            {sellers.map(({ id, name, role }) => (
              <section key={id} aria-label={name} className="min-w-0">
                <h2 className="mb-3 flex flex-wrap items-center gap-3 wrap-anywhere">
                  {name} <Badge>{say(memberRoleNames[role])}</Badge>
                </h2>
                <DataTable
                  label={t("Units of {name}", { name })}
                  columns={columns}
                  rows={units.filter(({ sellerId }) => sellerId === id)}
                  keyOf={({ unit }) => unit.id}
                  nameOf={({ unit }) => `${unit.name}, ${unit.stockNumber}`}
                  empty={t("No units yet. We add them when they arrive.")}
                />
              </section>
            ))}
          </div>
        )
      }
    </Read>
  );
}

const tones: Partial<Record<SellingUnit["unit"]["status"], BadgeTone>> = {
  IN_AUCTION: "live",
  PENDING_DECISION: "attention",
  SOLD: "winning",
  PAID: "winning",
  RELEASED: "winning",
};
const hidden: ReadonlySet<string> = new Set(["DRAFT", "WITHDRAWN"]);

const columns: readonly Column<SellingUnit>[] = [
  {
    name: t("Picture"),
    render: ({ unit }) => (
      <Picture image={unit.images[0]} sizes="72px" className="w-18 rounded-md" />
    ),
  },
  {
    name: t("Unit"),
    wide: true,
    render: ({ unit: { id, name, stockNumber, status } }) => (
      <>
        {hidden.has(status) ? (
          <strong>{name}</strong>
        ) : (
          <Link
            to={`/truck/${id}`}
            className="inline-flex min-h-9 items-center font-semibold text-ink"
          >
            {name}
          </Link>
        )}
        <span className="block text-soft">{t("Stock {stockNumber}", { stockNumber })}</span>
      </>
    ),
  },
  {
    name: t("Status"),
    render: ({ unit: { status } }) => (
      <Badge tone={tones[status] ?? "neutral"}>{words(status)}</Badge>
    ),
  },
  {
    name: t("Auction"),
    render: ({ unit: { lot } }) =>
      lot === null ? (
        ""
      ) : (
        <>
          {lot.auctionName}
          <span className="block text-soft">
            {lot.status === "UPCOMING"
              ? t("Opens {time}", { time: when(lot.opensAt, browserZone()) })
              : lot.status === "CLOSED"
                ? t("Closed {time}", { time: when(lot.closesAt, browserZone()) })
                : t("Closes {time}", { time: when(lot.closesAt, browserZone()) })}
          </span>
        </>
      ),
  },
  {
    name: t("Bids"),
    right: true,
    render: ({ unit: { lot } }) => (lot === null ? "" : count(lot.bidCount)),
  },
  {
    name: t("Price"),
    right: true,
    render: ({ unit: { price, lot }, hammerPrice, isPaid }) => (
      <>
        {money(hammerPrice ?? price)}
        <span className="block text-soft">
          {hammerPrice !== null
            ? isPaid
              ? t("Paid")
              : t("Not paid yet")
            : (lot?.price ?? null) === null
              ? t("Starting price")
              : lot?.status === "CLOSED"
                ? t("High bid")
                : t("Current bid")}
        </span>
      </>
    ),
  },
  {
    name: t("Reserve [price]"),
    right: true,
    render: ({ reservePrice, unit: { lot } }) =>
      reservePrice === null ? (
        t("No reserve")
      ) : (
        <>
          {money(reservePrice)}
          {lot === null || lot.price === null ? null : (
            <span className="block text-soft">
              {lot.reserveState === "MET" ? t("Reserve met") : t("Reserve not met")}
            </span>
          )}
        </>
      ),
  },
  { name: t("Views"), right: true, render: ({ views }) => count(views) },
  { name: t("Watching"), right: true, render: ({ watchers }) => count(watchers) },
];
