import type { OwingBuyer } from "@gavelyard/contract/sales/receipts";
import { formatDate } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { DataTable, type Column } from "../../ui/list/data-table.tsx";
import { count, money } from "../../ui/text/format.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { Link } from "../../ui/page/router.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { numberOf, useAddress } from "../../ui/page/use-address.ts";
import { owingBuyersQuery } from "../api.ts";
import { BuyerAccountSheet } from "./buyer-account.tsx";

/** Of the columns of the ageing, without the sum. */
const ageingTitles = [
  t("Not due"),
  t("1–30 days"),
  t("31–60 days"),
  t("61–90 days"),
  t("Over 90 days"),
] as const;

const orNothing = (dollars: number) => (dollars === 0 ? "" : money(dollars));

/** Buyers with open invoices or credit, with the ageing of what they owe (D75). */
export function OwingBuyers() {
  const address = useAddress();
  const text = address.get("q");
  const buyer = numberOf(address.get("buyer"));
  const query = useQuery(owingBuyersQuery(useCall(), text, numberOf(address.get("page")) ?? 0));
  return (
    <>
      <SearchField
        label={t("Buyer, company or statement")}
        value={text}
        onSearch={(q) => address.set({ q, page: null })}
      />
      <Read query={query} failure={t("Couldn't load the buyers.")} className="h-96">
        {({ content, totalElements, totalPages, number, balance, credit, ageing }) => (
          <>
            <Totals balance={balance} credit={credit} ageing={ageing} />
            <Table buyers={content} />
            <p aria-live="polite" className="mt-4 text-soft">
              {plural(totalElements, "{n} buyer", "{n} buyers")}
            </p>
            <Pagination page={number} totalPages={totalPages} linkTo={address.toPage} />
          </>
        )}
      </Read>
      {buyer === null ? null : (
        <BuyerAccountSheet
          key={buyer}
          userId={buyer}
          onClose={() => address.set({ buyer: null })}
        />
      )}
    </>
  );
}

function Totals({ balance, credit, ageing }: Pick<OwingBuyer, "balance" | "credit" | "ageing">) {
  const rows = [
    [t("Owed in total"), balance],
    ...ageingTitles.map((title, index) => [title, ageing[index] ?? 0] as const),
    [t("Credit"), credit],
  ] as const;
  return (
    <dl className="my-3 grid grid-cols-2 gap-x-6 gap-y-2 rounded-lg border border-line bg-sheet px-4 py-1 sm:grid-cols-4 lg:grid-cols-7">
      {rows.map(([name, sum]) => (
        <div key={name}>
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="figures font-semibold">{money(sum)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Table({ buyers }: { buyers: readonly OwingBuyer[] }) {
  const address = useAddress();
  const columns: readonly Column<OwingBuyer>[] = [
    {
      name: t("Buyer"),
      wide: true,
      render: ({ userId, name, companyName }) => (
        <>
          <Link
            to={address.to({ buyer: userId })}
            className="inline-flex min-h-9 items-center font-semibold text-ink wrap-anywhere"
          >
            {name}
          </Link>
          {companyName === null ? null : (
            <span className="block text-soft wrap-anywhere">{companyName}</span>
          )}
        </>
      ),
    },
    { name: t("Open invoices"), right: true, render: ({ invoices }) => count(invoices) },
    { name: t("Balance"), right: true, render: ({ balance }) => money(balance) },
    {
      name: t("Oldest due"),
      render: ({ oldestDueAt, oldestDueZone }) =>
        oldestDueAt === null || oldestDueZone === null
          ? ""
          : formatDate(oldestDueAt, oldestDueZone),
    },
    ...ageingTitles.slice(1).map((name, index) => ({
      name,
      right: true,
      render: ({ ageing }: OwingBuyer) => orNothing(ageing[index + 1] ?? 0),
    })),
    { name: t("Credit"), right: true, render: ({ credit }) => orNothing(credit) },
  ];
  return (
    <DataTable
      label={t("Buyers with open invoices or credit")}
      columns={columns}
      rows={buyers}
      keyOf={({ userId }) => userId}
      nameOf={({ name }) => name}
      empty={t("No buyer owes anything or has credit.")}
    />
  );
}
