import { t } from "@gavelyard/messages/text";
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
  ["export", t("Export")],
] as const;

export default function PaymentsTab() {
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
          address.to({ view: value === "unpaid" ? null : value, day: null, page: null })
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
