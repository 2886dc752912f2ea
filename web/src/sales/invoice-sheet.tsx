import type { Invoice } from "@gavelyard/contract/sales/payments";
import { goesByCarrier } from "@gavelyard/domain/sales/delivery-order";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useCall } from "../api/api-context.ts";
import { download } from "../documents/files.ts";
import { DocumentButton } from "../documents/document-button.tsx";
import { messageOf } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { money } from "../ui/text/format.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { invoiceQuery, staffInvoiceQuery } from "./api.ts";
import { DeliverySection } from "./delivery-section.tsx";
import { HowToPay } from "./how-to-pay.tsx";
import { PaymentList } from "./payment-list.tsx";
import { GatePin } from "./pickup-facts.tsx";
import { Pickup } from "./pickup-form.tsx";
import { TitleSection } from "./papers/title-section.tsx";
import { Link } from "../ui/page/router.tsx";

const states = {
  ISSUED: t("Unpaid"),
  PARTIAL: t("Partly paid"),
  PAID: t("Paid"),
  OVERDUE: t("Overdue"),
  VOID: t("Void"),
} as const satisfies Record<Invoice["status"], string>;

/** Shows the invoice in the address over the current page. */
export function InvoiceFromAddress({
  invoiceId,
  onClose,
}: {
  invoiceId: number;
  onClose: () => void;
}) {
  const query = useQuery(staffInvoiceQuery(useCall(), invoiceId));
  return (
    <Sheet
      title={
        query.data === undefined
          ? t("Invoice")
          : t("Invoice {number}", { number: query.data.number })
      }
      place="right"
      onClose={onClose}
    >
      <Read query={query} failure={t("Couldn't load the invoice.")}>
        {(invoice) => (
          <div className="grid gap-5">
            <p className="flex flex-wrap gap-x-4">
              <Link to={`?tab=users&user=${invoice.userId}`} className="font-semibold">
                {invoice.billTo.name}
              </Link>
              <Link to={`?tab=payments&auction=${invoice.auctionId}`}>{invoice.auctionName}</Link>
            </p>
            <InvoiceFacts invoice={invoice} />
          </div>
        )}
      </Read>
    </Sheet>
  );
}

export default function InvoiceSheet({
  title,
  userId,
  invoiceId,
  onClose,
}: {
  title: string;
  userId: number;
  invoiceId: number;
  onClose: () => void;
}) {
  const query = useQuery(invoiceQuery(useCall(), userId, invoiceId));
  return (
    <Sheet title={title} place="right" onClose={onClose}>
      <Read query={query} failure={t("Couldn't load the invoice.")}>
        {(invoice) => <InvoiceFacts invoice={invoice} />}
      </Read>
    </Sheet>
  );
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { release, timeZone } = invoice;
  const carried = invoice.delivery !== null && goesByCarrier(invoice.delivery.status);
  const save = useMutation({
    mutationFn: (which: "invoicePdf" | "billOfSale") =>
      download(which, { params: { id: String(invoice.id) } }),
  });
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">
          {t("{name}, lot {lotNumber}", { name: invoice.name, lotNumber: invoice.lotNumber })}
        </p>
        <Badge
          tone={
            invoice.status === "PAID"
              ? "winning"
              : invoice.status === "OVERDUE"
                ? "outbid"
                : "attention"
          }
        >
          {states[invoice.status]}
        </Badge>
      </div>
      <Facts
        rows={[
          ...invoice.lines.map(({ label, amount }) => [label, money(amount), "figures"] as const),
          [t("Total"), money(invoice.total), "figures text-xl"],
          [t("Paid so far"), money(invoice.paid), "figures"],
          [t("Balance"), money(invoice.balance), "figures"],
          [t("Due"), formatDateTime(invoice.dueAt, timeZone)],
        ]}
      />
      <PaymentList invoice={invoice} />
      {invoice.status === "PAID" || invoice.status === "VOID" ? null : (
        <HowToPay invoiceId={invoice.id} />
      )}
      <DeliverySection invoice={invoice} />
      {release === null || carried ? null : (
        <section aria-label={t("Pickup")} className="rounded-lg border border-line bg-sheet p-4">
          <h3 className="mb-2">{t("Pickup")}</h3>
          {release.releasedAt === null ? (
            <>
              <GatePin awardId={invoice.awardId} release={release} timeZone={timeZone} />
              <Pickup invoice={invoice} />
            </>
          ) : (
            <p>
              {release.driverName === null
                ? t("Left the yard on {time}.", {
                    time: formatDateTime(release.releasedAt, timeZone),
                  })
                : t("Left the yard on {time} with {driver}.", {
                    time: formatDateTime(release.releasedAt, timeZone),
                    driver: [release.driverName, release.carrierName, release.plate]
                      .filter(Boolean)
                      .join(", "),
                  })}
            </p>
          )}
          <p className="flex flex-wrap gap-2 [&:empty]:hidden">
            {release.exitPictures.map((id, index) => (
              <DocumentButton
                key={id}
                documentId={id}
                name={t("Picture {number}", { number: index + 1 })}
              />
            ))}
          </p>
        </section>
      )}
      {invoice.title === null ? null : <TitleSection title={invoice.title} timeZone={timeZone} />}
      <Failure
        message={save.error === null ? null : messageOf(save.error, t("Couldn't load the file."))}
      />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={save.isPending} onClick={() => save.mutate("invoicePdf")}>
          <Download aria-hidden className="size-4" /> {t("Invoice as PDF")}
        </Button>
        {invoice.status === "PAID" && release?.clearsAt === null ? (
          <Button busy={save.isPending} onClick={() => save.mutate("billOfSale")}>
            <Download aria-hidden className="size-4" /> {t("Bill of sale as PDF")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
