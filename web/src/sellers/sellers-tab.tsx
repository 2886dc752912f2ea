import type { SellerLine } from "@gavelyard/contract/sellers";
import { sellerKindNames } from "@gavelyard/domain/sellers/seller";
import { plural, say, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Plus } from "lucide-react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { SearchField } from "../ui/form/search-field.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";
import { Pagination } from "../ui/list/pagination.tsx";
import { Link } from "../ui/page/router.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { EmptyState } from "../ui/states.tsx";
import { count } from "../ui/text/format.ts";
import { sellersQuery } from "./api.ts";
import { SellerForm } from "./seller-form.tsx";
import { SellerPage } from "./seller-page.tsx";

/** Sellers: the search, one seller, or the form for a new one (D93). */
export default function SellersTab() {
  const address = useAddress();
  const open = address.get("seller");
  const sellerId = numberOf(open);
  if (sellerId === null && open !== "new") return <SellerList />;
  return (
    <div className="grid gap-4">
      <LinkButton to={address.to({ seller: null })} className="justify-self-start">
        <ArrowLeft aria-hidden className="size-4" /> {t("All sellers")}
      </LinkButton>
      {sellerId === null ? (
        <Card title={t("New seller")} className="max-w-3xl">
          <SellerForm seller={null} onDone={({ id }) => address.set({ seller: id }, true)} />
        </Card>
      ) : (
        <SellerPage key={sellerId} sellerId={sellerId} />
      )}
    </div>
  );
}

function SellerList() {
  const address = useAddress();
  const q = address.get("q");
  const query = useQuery(sellersQuery(useCall(), { q, page: numberOf(address.get("page")) ?? 0 }));
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <div className="min-w-64 flex-1">
          <SearchField
            label={t("Name, email, phone, stock number or VIN")}
            value={q}
            onSearch={(text) => address.set({ q: text, page: null })}
          />
        </div>
        <LinkButton tone="primary" to={address.to({ seller: "new" })}>
          <Plus aria-hidden className="size-4" /> {t("New seller")}
        </LinkButton>
      </div>
      <Read query={query} failure={t("Couldn't load the sellers.")} className="mt-4 h-96">
        {({ content, totalElements, totalPages, number }) =>
          totalElements === 0 && q === "" ? (
            <div className="mt-4">
              <EmptyState title={t("No sellers yet")}>
                {t(
                  "Add a seller, then choose it for its units. Units without a seller belong to the house.",
                )}
              </EmptyState>
            </div>
          ) : (
            <>
              <p aria-live="polite" className="my-3 text-soft">
                {plural(totalElements, "{n} seller", "{n} sellers")}
              </p>
              <DataTable
                label={t("Sellers")}
                columns={columns}
                rows={content}
                keyOf={({ id }) => id}
                nameOf={({ name }) => name}
                empty={t("No sellers match. Try part of the name.")}
              />
              <Pagination page={number} totalPages={totalPages} linkTo={address.toPage} />
            </>
          )
        }
      </Read>
    </>
  );
}

const columns: readonly Column<SellerLine>[] = [
  { name: t("Name"), wide: true, render: (seller) => <SellerLink seller={seller} /> },
  { name: t("Seller ID"), render: ({ id }) => <span className="figures">{id}</span> },
  { name: t("Kind"), render: ({ kind }) => say(sellerKindNames[kind]) },
  {
    name: t("Place"),
    render: ({ city, state }) => [city, state].filter(Boolean).join(", ") || t("None given"),
  },
  { name: t("Members"), right: true, render: ({ members }) => count(members) },
  { name: t("Units here"), right: true, render: ({ units }) => count(units) },
  { name: t("In auction"), right: true, render: ({ unitsInAuction }) => count(unitsInAuction) },
  { name: t("Sold [units]"), right: true, render: ({ unitsSold }) => count(unitsSold) },
];

function SellerLink({ seller: { id, name } }: { seller: SellerLine }) {
  const address = useAddress();
  return (
    <Link
      to={address.to({ seller: id })}
      className="inline-flex min-h-9 items-center font-semibold text-ink wrap-anywhere"
    >
      {name}
    </Link>
  );
}
