import { t } from "@gavelyard/messages/text";
import type { Invoice, UnpaidInventory } from "@gavelyard/contract/sales/payments";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { DocumentField, documentMaxBytes, SelectField, TextField } from "../ui/form/field.tsx";
import { money } from "../ui/text/format.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { toast } from "../ui/toast-store.ts";
import { invoiceQuery, staffHowToPayQuery } from "./api.ts";
import { PaymentList } from "./payment-list.tsx";
import { ProofList } from "./proof-list.tsx";
import {
  MoneyFields,
  RepeatReason,
  today,
  useCashDesk,
  type MoneyValues,
} from "./receipts/money-fields.tsx";
import { amountFault, dollarsOf, receivedAtOf } from "./typed-money.ts";

/** Records a winner's payment: the full balance with the invoice file, or a part of it. */
export function PaymentButton({ unpaid }: { unpaid: UnpaidInventory }) {
  const [open, setOpen] = useState(false);
  const { invoiceId, inventory } = unpaid;
  if (invoiceId === null) return t("No invoice yet");
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={t("Record a payment for {name}", { name: inventory.name })}
        onClick={() => setOpen(true)}
      >
        {t("Payment")}
      </Button>
      {open ? (
        <Sheet
          title={t("Payment: {name}", { name: inventory.name })}
          place="right"
          onClose={() => setOpen(false)}
        >
          <Payments unpaid={unpaid} invoiceId={invoiceId} onDone={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </>
  );
}

function Payments({
  unpaid,
  invoiceId,
  onDone,
}: {
  unpaid: UnpaidInventory;
  invoiceId: number;
  onDone: () => void;
}) {
  const query = useQuery(invoiceQuery(useCall(), unpaid.userId, invoiceId));
  return (
    <Read query={query} failure={t("Couldn't load the invoice.")} className="h-96">
      {(invoice) => (
        <div className="grid gap-5">
          <Facts
            rows={[
              [t("Invoice"), invoice.number, "code"],
              [t("Buyer"), unpaid.bidderName],
              [t("Total"), money(invoice.total), "figures"],
              [t("Paid so far"), money(invoice.paid), "figures"],
              [t("Balance"), money(invoice.balance), "figures text-xl"],
            ]}
          />
          <PaymentList invoice={invoice} />
          <Proofs invoiceId={invoiceId} />
          <PaymentForm unpaid={unpaid} invoice={invoice} onDone={onDone} />
        </div>
      )}
    </Read>
  );
}

function Proofs({ invoiceId }: { invoiceId: number }) {
  const query = useQuery(staffHowToPayQuery(useCall(), invoiceId));
  return (
    <Read query={query} failure={t("Couldn't load proofs of payment.")}>
      {({ proofs }) =>
        proofs.length === 0 ? null : (
          <section aria-label={t("Proof of payment")}>
            <h3 className="mb-1 font-bold">{t("Proof of payment")}</h3>
            <ProofList proofs={proofs} staff />
          </section>
        )
      }
    </Read>
  );
}

interface Payment extends MoneyValues {
  readonly part: "REST" | "PART";
  readonly amount: string;
  readonly invoice: FileList;
}

function PaymentForm({
  unpaid,
  invoice,
  onDone,
}: {
  unpaid: UnpaidInventory;
  invoice: Invoice;
  onDone: () => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const blank = { part: "REST", amount: "", reference: "", repeatReason: "" } as const;
  const form = useForm<Payment>({ defaultValues: { ...blank, method: "WIRE", day: today() } });
  const { register, handleSubmit, formState, control, reset } = form;
  const typed = useWatch({ control });
  const inPart = typed.part === "PART";
  const desk = useCashDesk(
    JSON.stringify([typed.part, typed.amount, typed.method, typed.reference]),
    invoice.balance,
  );
  const { balance } = desk;
  const { errors } = formState;
  const post = (payment: Payment) => {
    const { amount, method, reference, day, repeatReason, invoice: files } = payment;
    const receivedAt = receivedAtOf(day);
    const why = desk.repeated === null ? {} : { repeatReason };
    if (inPart) {
      return call("recordPayment", {
        params: { id: String(invoice.id) },
        body: { amount: dollarsOf(amount), method, reference, receivedAt, balance, ...why },
      });
    }
    const body = new FormData();
    const fields = { method, reference, receivedAt, balance: String(balance), ...why };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const [file] = files;
    if (file !== undefined) body.set("invoice", file);
    return call("markAsPaid", {
      params: { userId: String(unpaid.userId), inventoryId: String(unpaid.inventoryId) },
      form: body,
    });
  };
  const send = async (payment: Payment) => {
    const { balance: left } = await post(payment);
    toast({
      type: "success",
      title: left === 0 ? t("Invoice paid") : t("Payment recorded"),
      message: unpaid.inventory.name,
    });
    reset({ ...payment, ...blank });
    if (left === 0) onDone();
  };
  const record = handleSubmit((payment) =>
    desk.record(
      () => send(payment),
      () => queries.getQueryData(invoiceQuery(call, unpaid.userId, invoice.id).queryKey)?.balance,
      t("Couldn't record the payment."),
    ),
  );
  return (
    <FormProvider {...form}>
      <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(record(event))}>
        <SelectField label={t("Amount received")} {...register("part")}>
          <option value="REST">{t("Full balance, {balance}", { balance: money(balance) })}</option>
          <option value="PART">{t("Part of the balance")}</option>
        </SelectField>
        {inPart ? (
          <TextField
            label={t("Amount ($)")}
            inputMode="decimal"
            autoComplete="off"
            error={errors.amount?.message}
            {...register("amount", {
              validate: (text) =>
                amountFault(
                  text,
                  Math.max(balance, invoice.balance),
                  t("The balance is only {balance}", { balance: money(balance) }),
                ),
            })}
          />
        ) : null}
        <MoneyFields />
        {inPart ? null : (
          <DocumentField
            label={t("Paid invoice")}
            error={errors.invoice?.message}
            {...register("invoice", {
              validate: (files) => {
                const [file] = files;
                if (file === undefined) return t("Attach the paid invoice");
                return file.size <= documentMaxBytes || t("The file is larger than 10 MB");
              },
            })}
          />
        )}
        <RepeatReason repeated={desk.repeated} />
        <Failure message={desk.failure} />
        <Button type="submit" tone="primary" busy={formState.isSubmitting}>
          {desk.repeated === null ? t("Record payment") : t("Record another payment")}
        </Button>
      </form>
    </FormProvider>
  );
}
