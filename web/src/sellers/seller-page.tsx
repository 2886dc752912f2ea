import type { Seller } from "@gavelyard/contract/sellers";
import { sellerKindNames } from "@gavelyard/domain/sellers/seller";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { say, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { usePermissions } from "../account/api.ts";
import { browserZone } from "../clock.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card, Facts } from "../ui/card.tsx";
import { actionName } from "../ui/changes/audit-fields.ts";
import { ChangesTable } from "../ui/changes/changes-table.tsx";
import { DataTable } from "../ui/list/data-table.tsx";
import { Link } from "../ui/page/router.tsx";
import { words } from "../ui/text/format.ts";
import { PhoneLink } from "../ui/text/phone-link.tsx";
import { sellerQuery } from "./api.ts";
import { SellerForm } from "./seller-form.tsx";
import { SellerMembers } from "./seller-members.tsx";

/** One seller: who it is, who acts for it, its units, and what staff changed. */
export function SellerPage({ sellerId }: { sellerId: number }) {
  const query = useQuery(sellerQuery(useCall(), sellerId));
  return (
    <Read query={query} failure={t("Couldn't load the seller.")} className="h-96">
      {(seller) => (
        <>
          <h2 className="wrap-anywhere">{seller.name}</h2>
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <SellerCard seller={seller} />
            <SellerMembers seller={seller} />
          </div>
          <Units seller={seller} />
          {seller.history.length === 0 ? null : <History history={seller.history} />}
        </>
      )}
    </Read>
  );
}

function SellerCard({ seller }: { seller: Seller }) {
  const [editing, setEditing] = useState(false);
  const { street, city, state, zip } = seller;
  const place = [street, city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  const none = t("None given");
  return (
    <Card
      title={t("Seller")}
      action={
        <Button onClick={() => setEditing(!editing)}>
          {editing ? t("Cancel") : t("Change seller")}
        </Button>
      }
    >
      {editing ? (
        <SellerForm seller={seller} onDone={() => setEditing(false)} />
      ) : (
        <Facts
          rows={[
            [t("Seller ID"), String(seller.id), "figures"],
            [t("Kind"), say(sellerKindNames[seller.kind])],
            [t("Email"), seller.email || none, "wrap-anywhere"],
            [t("Phone"), <Phone key="phone" phone={seller.phone} />],
            [t("Address"), place || none],
            [
              t("Tax ID"),
              seller.taxIdLast4 === null
                ? none
                : t("ends in {digits}", { digits: seller.taxIdLast4 }),
            ],
          ]}
        />
      )}
    </Card>
  );
}

function Phone({ phone }: { phone: string }) {
  return phone === "" ? (
    t("None given")
  ) : (
    <PhoneLink phone={phone} className="inline-flex min-h-6 items-center underline" />
  );
}

function Units({ seller: { id, newestUnits } }: { seller: Seller }) {
  const isOpen = usePermissions().includes("auctions");
  return (
    <Card
      title={t("Units")}
      action={
        isOpen && newestUnits.length > 0 ? (
          <LinkButton to={`?tab=inventory&seller=${id}`}>{t("Show in inventory")}</LinkButton>
        ) : null
      }
    >
      <DataTable
        label={t("Units")}
        columns={[
          {
            name: t("Stock number"),
            render: ({ stockNumber }) => <span className="code">{stockNumber}</span>,
          },
          {
            name: t("Unit"),
            wide: true,
            render: ({ inventoryId, name }) =>
              isOpen ? (
                <Link
                  to={`?tab=inventory&unit=${inventoryId}`}
                  className="inline-flex min-h-9 items-center font-semibold text-ink"
                >
                  {name}
                </Link>
              ) : (
                name
              ),
          },
          { name: t("Status"), render: ({ status }) => <Badge>{words(status)}</Badge> },
        ]}
        rows={newestUnits}
        keyOf={({ inventoryId }) => inventoryId}
        nameOf={({ name, stockNumber }) => `${name}, ${stockNumber}`}
        empty={t("No units yet. Choose this seller in a unit's form, or import a list of units.")}
      />
    </Card>
  );
}

function History({ history }: { history: Seller["history"] }) {
  return (
    <Card title={t("History")}>
      <ol className="grid gap-3">
        {history.map(({ id, at, action, by, reason, before, after }) => (
          <li key={id} className="border-b border-line pb-3 last:border-0 last:pb-0">
            <details>
              <summary className="min-h-6 cursor-pointer">
                <strong>{actionName(action)}</strong>
                <span className="block text-sm text-soft">
                  {by} · {formatDateTime(at, browserZone())}
                </span>
                {reason === null ? null : <span className="block">{reason}</span>}
              </summary>
              <div className="mt-2">
                <ChangesTable before={before} after={after} />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </Card>
  );
}
