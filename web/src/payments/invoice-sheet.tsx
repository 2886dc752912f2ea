import type { Invoice } from "@gavelyard/contract/payments";
import { formatDate, formatDateTime } from "@gavelyard/domain/time-zone";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { download } from "../api/browser-client.ts";
import { messageOf } from "../session/messages.ts";
import { Read } from "../session/read.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { money } from "../ui/format.ts";
import { Sheet } from "../ui/sheet.tsx";
import { invoiceQuery } from "./api.ts";

const states = { ISSUED: "To be paid", PAID: "Paid", OVERDUE: "Overdue", VOID: "Void" } as const;
const methods = {
  WIRE: "wire",
  ACH: "ACH",
  CHECK: "check",
  CARD: "card",
  CASH: "cash",
  FINANCED: "financing",
} as const satisfies Record<NonNullable<Invoice["payment"]>["method"], string>;

/** Opens an invoice with its lines, payment and pick-up. */
export function InvoiceButton({
  userId,
  invoiceId,
  number,
}: {
  userId: number;
  invoiceId: number;
  number: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={`Invoice ${number}`} onClick={() => setOpen(true)}>
        Invoice
      </Button>
      {open ? (
        <Sheet title={`Invoice ${number}`} place="right" onClose={() => setOpen(false)}>
          <InvoiceSheet userId={userId} invoiceId={invoiceId} />
        </Sheet>
      ) : null}
    </>
  );
}

function InvoiceSheet({ userId, invoiceId }: { userId: number; invoiceId: number }) {
  const query = useQuery(invoiceQuery(useCall(), userId, invoiceId));
  return (
    <Read query={query} failure="The invoice could not be read.">
      {(invoice) => <InvoiceFacts invoice={invoice} />}
    </Read>
  );
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { payment, release, timeZone } = invoice;
  const save = useMutation({
    mutationFn: (which: "invoicePdf" | "invoiceFile") =>
      download(which, { id: String(invoice.id) }),
  });
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">
          {invoice.name}, lot {invoice.lotNumber}
        </p>
        <Badge
          tone={
            invoice.status === "PAID" ? "winning" : invoice.status === "OVERDUE" ? "outbid" : "live"
          }
        >
          {states[invoice.status]}
        </Badge>
      </div>
      <Facts
        rows={[
          ...invoice.lines.map(({ label, amount }) => [label, money(amount), "figures"] as const),
          ["In all", money(invoice.total), "figures text-xl"],
          ["Balance", money(invoice.balance), "figures"],
          ["Due", formatDateTime(invoice.dueAt, timeZone)],
        ]}
      />
      {payment === null ? (
        <p className="rounded-md bg-sunken p-3">
          Pay by wire or ACH to the account on the PDF, with {invoice.number} as the reference. The
          account never changes by mail: call us before you follow a mail that says otherwise.
        </p>
      ) : (
        <p>
          {money(invoice.paid)} received by {methods[payment.method]} on{" "}
          {formatDate(payment.receivedAt, timeZone)}
          {payment.reference === "" ? "" : `, reference ${payment.reference}`}.
        </p>
      )}
      {release === null ? null : (
        <section aria-label="Pick-up" className="rounded-lg border border-line bg-sheet p-4">
          <h3 className="mb-2">Pick-up</h3>
          {release.releasedAt === null ? (
            <>
              <p className="text-sm text-soft">Gate PIN, for your driver alone</p>
              <p className="figures text-3xl font-bold tracking-widest">{release.gatePin}</p>
              <p className="mt-2">
                Collect it by {formatDateTime(release.pickupDueAt, timeZone)}. Storage is charged
                after that.
              </p>
            </>
          ) : (
            <p>
              Left the yard on {formatDateTime(release.releasedAt, timeZone)}
              {release.driverName === null ? "" : ` with ${release.driverName}`}
              {release.carrierName === null || release.carrierName === ""
                ? ""
                : `, ${release.carrierName}`}
              .
            </p>
          )}
        </section>
      )}
      <Failure
        message={save.error === null ? null : messageOf(save.error, "The file could not be read.")}
      />
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={save.isPending} onClick={() => save.mutate("invoicePdf")}>
          <Download aria-hidden className="size-4" /> Invoice as PDF
        </Button>
      </div>
    </div>
  );
}
