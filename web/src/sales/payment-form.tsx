import { t } from "@gavelyard/messages/text";
import type { Invoice, UnpaidInventory } from "@gavelyard/contract/sales/payments";
import { ApiError } from "@gavelyard/client/call";
import { lacksReference, paymentMethods } from "@gavelyard/domain/sales/payment-methods";
import { calendarDateIn } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { browserZone, serverNow } from "../clock.ts";
import { messageOf } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import {
  DocumentField,
  documentMaxBytes,
  SelectField,
  TextArea,
  TextField,
} from "../ui/form/field.tsx";
import { money, words } from "../ui/text/format.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { toast } from "../ui/toast-store.ts";
import { invoiceQuery, staffHowToPayQuery } from "./api.ts";
import { PaymentList } from "./payment-list.tsx";
import { ProofList } from "./proof-list.tsx";
import { dollarsOf, receivedAtOf } from "./typed-money.ts";

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
              [t("Invoice"), invoice.number, "figures"],
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

interface Payment {
  readonly part: "REST" | "PART";
  readonly amount: string;
  readonly method: (typeof paymentMethods)[number];
  readonly reference: string;
  /** `2026-11-24` */
  readonly day: string;
  readonly invoice: FileList;
  readonly repeatReason: string;
}

/** What makes two payments look the same. */
const marksOf = ({ part, amount, method, reference }: Partial<Omit<Payment, "invoice">>) =>
  JSON.stringify([part, amount, method, reference]);

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
  const [failure, setFailure] = useState<string | null>(null);
  // The balance that the cashier has read. It changes only when the form says so.
  const [balance, setBalance] = useState(invoice.balance);
  /** The payment that looks like an earlier one, and what the server said about it. */
  const [repeated, setRepeated] = useState<{ marks: string; message: string } | null>(null);
  const today = calendarDateIn(serverNow(), browserZone());
  const blank = { part: "REST", amount: "", reference: "", repeatReason: "" } as const;
  const { register, handleSubmit, formState, control, reset } = useForm<Payment>({
    defaultValues: { ...blank, method: "WIRE", day: today },
  });
  const typed = useWatch({ control });
  const inPart = typed.part === "PART";
  const isRepeated = repeated !== null && repeated.marks === marksOf(typed);
  const { errors } = formState;
  const send = (payment: Payment) => {
    const { amount, method, reference, day, repeatReason, invoice: files } = payment;
    const receivedAt = receivedAtOf(day);
    const why = isRepeated ? { repeatReason } : {};
    if (inPart) {
      return call("recordPayment", {
        params: { id: String(invoice.id) },
        body: { amount: dollarsOf(amount), method, reference, receivedAt, balance, ...why },
      });
    }
    const form = new FormData();
    const fields = { method, reference, receivedAt, balance: String(balance), ...why };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const [file] = files;
    if (file !== undefined) form.set("invoice", file);
    return call("markAsPaid", {
      params: { userId: String(unpaid.userId), inventoryId: String(unpaid.inventoryId) },
      form,
    });
  };
  const record = handleSubmit(async (payment) => {
    setFailure(null);
    let refusal: unknown = null;
    try {
      const { balance: left } = await send(payment);
      toast({
        type: "success",
        title: left === 0 ? t("Invoice paid") : t("Payment recorded"),
        message: unpaid.inventory.name,
      });
      setRepeated(null);
      reset({ ...payment, ...blank });
      if (left === 0) onDone();
    } catch (error) {
      refusal = error;
    }
    await queries.invalidateQueries({ queryKey: ["me"] });
    await queries.invalidateQueries({ queryKey: ["staff"] });
    const { queryKey } = invoiceQuery(call, unpaid.userId, invoice.id);
    setBalance(queries.getQueryData(queryKey)?.balance ?? balance);
    if (refusal === null) return;
    // With the new figures, so that the next press is for what is shown.
    const message = messageOf(refusal, t("Couldn't record the payment."));
    if (refusal instanceof ApiError && refusal.code === "repeated-payment") {
      setRepeated({ marks: marksOf(payment), message });
    } else setFailure(message);
  });
  return (
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
            validate: (text) => {
              const amount = dollarsOf(text);
              if (!(amount > 0)) return t("Enter an amount, like 1,250.50");
              return (
                amount <= Math.max(balance, invoice.balance) ||
                t("The balance is only {balance}", { balance: money(balance) })
              );
            },
          })}
        />
      ) : null}
      <SelectField label={t("Method")} {...register("method")}>
        {paymentMethods.map((method) => (
          <option key={method} value={method}>
            {words(method)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("Reference")}
        maxLength={120}
        error={errors.reference?.message}
        {...register("reference", {
          validate: (reference, { method }) =>
            !lacksReference(method, reference) || t("Enter the bank's reference or check number"),
        })}
      />
      <TextField
        label={t("Received on")}
        type="date"
        max={today}
        error={errors.day?.message}
        {...register("day", {
          validate: (day) => (day !== "" && day <= today) || t("Enter today or an earlier date"),
        })}
      />
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
      {isRepeated ? (
        <>
          <Failure message={repeated.message} />
          <TextArea
            label={t("Why this is another payment")}
            maxLength={500}
            error={errors.repeatReason?.message}
            {...register("repeatReason", {
              validate: (reason) => reason.trim().length >= 3 || t("Enter a reason"),
            })}
          />
        </>
      ) : null}
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        {isRepeated ? t("Record another payment") : t("Record payment")}
      </Button>
    </form>
  );
}
