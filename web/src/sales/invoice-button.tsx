import { t } from "@gavelyard/messages/text";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { later } from "../ui/later.tsx";

/** Loads when it's opened: a lot's page, which may show this button, shouldn't wait for it. */
const InvoiceSheet = later(() => import("./invoice-sheet.tsx"));

export function InvoiceButton({
  userId,
  invoiceId,
  title,
  label = t("Invoice"),
  name = title,
}: {
  userId: number;
  invoiceId: number;
  title: string;
  label?: string;
  /** The label with its subject, for screen readers. */
  name?: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={name} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open ? (
        <InvoiceSheet
          title={title}
          userId={userId}
          invoiceId={invoiceId}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
