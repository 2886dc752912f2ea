import { t } from "@gavelyard/messages/text";
import type { ReactNode } from "react";
import { Choices } from "../ui/form/choices.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { Deliveries } from "./deliveries.tsx";
import { EndedAuctions } from "./ended-auctions.tsx";
import { ExportForm } from "./export-form.tsx";
import { InvoiceFromAddress } from "./invoice-sheet.tsx";
import { OwingBuyers } from "./receipts/owing-buyers.tsx";
import { Pickups } from "./pickups.tsx";
import { Unpaid } from "./unpaid.tsx";

const views = [
  ["unpaid", t("Unpaid")],
  ["buyers", t("By buyer")],
  ["pickups", t("Pickup appointments")],
  ["deliveries", t("Deliveries")],
  ["certificates", t("Tax certificates")],
  ["tax", t("Sales tax")],
  ["export", t("Export")],
] as const;

export function PaymentsTab({
  certificates,
  taxReport,
}: {
  /** The desk for buyers' tax certificates (D95). */
  certificates: ReactNode;
  taxReport: ReactNode;
}) {
  const address = useAddress();
  const requestedView = address.get("view");
  const invoice = numberOf(address.get("invoice"));
  const view = views.find(([value]) => value === requestedView)?.[0] ?? "unpaid";
  return (
    <>
      <Choices
        label={t("View")}
        options={views}
        chosen={view}
        to={(value) =>
          address.to({ view: value === "unpaid" ? null : value, day: null, page: null, part: null })
        }
      />
      {view === "unpaid" ? (
        <EndedAuctions open="unpaidLots">{(auction) => <Unpaid auction={auction} />}</EndedAuctions>
      ) : view === "buyers" ? (
        <OwingBuyers />
      ) : view === "pickups" ? (
        <Pickups />
      ) : view === "deliveries" ? (
        <Deliveries />
      ) : view === "certificates" ? (
        certificates
      ) : view === "tax" ? (
        taxReport
      ) : (
        <ExportForm />
      )}
      {invoice === null ? null : (
        <InvoiceFromAddress
          key={invoice}
          invoiceId={invoice}
          onClose={() => address.set({ invoice: null })}
        />
      )}
    </>
  );
}
