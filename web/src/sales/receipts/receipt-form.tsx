import type { BuyerAccount } from "@gavelyard/contract/sales/receipts";
import { ApiError } from "@gavelyard/client/call";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { lacksReference, paymentMethods } from "@gavelyard/domain/sales/payment-methods";
import { splitMoney } from "@gavelyard/domain/sales/receipts";
import { calendarDateIn } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useCall } from "../../api/api-context.ts";
import { browserZone, serverNow } from "../../clock.ts";
import { messageOf } from "../../api/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/card.tsx";
import { Failure } from "../../ui/failure.tsx";
import {
  DocumentField,
  documentMaxBytes,
  SelectField,
  TextArea,
  TextField,
} from "../../ui/form/field.tsx";
import { money, words } from "../../ui/text/format.ts";
import { toast } from "../../ui/toast-store.ts";
import { buyerAccountQuery } from "../api.ts";
import { dollarsOf, receivedAtOf } from "../typed-money.ts";

interface ReceiptValues {
  readonly amount: string;
  readonly method: (typeof paymentMethods)[number];
  readonly reference: string;
  readonly payer: string;
  /** `2026-11-24` */
  readonly day: string;
  /** Undefined after the form is cleared. */
  readonly document: FileList | undefined;
  readonly split: "OLDEST" | "CHOSEN";
  /** Amounts by invoice, such as `n12`, since a list of numbers would move with the list; empty for none. */
  readonly parts: Readonly<Record<string, string>>;
  readonly repeatReason: string;
}

const blank = { amount: "", reference: "", payer: "", repeatReason: "", parts: {} };

/** What makes two receipts look the same. */
const marksOf = ({
  amount,
  method,
  reference,
}: {
  readonly amount?: string | undefined;
  readonly method?: string | undefined;
  readonly reference?: string | undefined;
}) => JSON.stringify([amount, method, reference]);

/** Records money that came in once, and shows before what it will pay (D75). */
export function ReceiptForm({ account }: { account: BuyerAccount }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  // The balance that the cashier has read. It changes only when the form says so.
  const [balance, setBalance] = useState(account.balance);
  const [repeated, setRepeated] = useState<{ marks: string; message: string } | null>(null);
  const today = calendarDateIn(serverNow(), browserZone());
  const { register, handleSubmit, formState, control, reset } = useForm<ReceiptValues>({
    defaultValues: { ...blank, method: "WIRE", day: today, split: "OLDEST" },
  });
  const typed = useWatch({ control });
  const { errors } = formState;
  const chosen = typed.split === "CHOSEN";
  const isRepeated = repeated !== null && repeated.marks === marksOf(typed);
  const partsOf = (texts: Readonly<Record<string, string | undefined>>) =>
    account.invoices.flatMap(({ id }) => {
      const amount = dollarsOf(texts[`n${id}`] ?? "");
      return amount > 0 ? [{ invoiceId: id, amount }] : [];
    });
  const send = handleSubmit(async (values) => {
    setFailure(null);
    const { method, reference, payer, repeatReason, document: files } = values;
    const body = {
      amount: dollarsOf(values.amount),
      method,
      reference,
      payer,
      receivedAt: receivedAtOf(values.day),
      balance,
      ...(chosen ? { payments: partsOf(values.parts) } : {}),
      ...(isRepeated ? { repeatReason } : {}),
    };
    const params = { id: String(account.userId) };
    const file = files?.[0];
    let refusal: unknown = null;
    try {
      if (file === undefined) await call("recordReceipt", { params, body });
      else await call("recordReceipt", { params, form: formOf(body, file) });
      toast({ type: "success", title: t("Receipt recorded"), message: account.name });
      setRepeated(null);
      reset({ ...values, ...blank, document: undefined });
    } catch (error) {
      refusal = error;
    }
    await queries.invalidateQueries({ queryKey: ["staff"] });
    await queries.invalidateQueries({ queryKey: ["me"] });
    const { queryKey } = buyerAccountQuery(call, account.userId);
    setBalance(queries.getQueryData(queryKey)?.balance ?? balance);
    if (refusal === null) return;
    // With the new figures, so that the next press is for what is shown.
    const message = messageOf(refusal, t("Couldn't record the receipt."));
    if (refusal instanceof ApiError && refusal.code === "repeated-payment")
      setRepeated({ marks: marksOf(values), message });
    else setFailure(message);
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(send(event))}>
      <TextField
        label={t("Amount received ($)")}
        inputMode="decimal"
        autoComplete="off"
        error={errors.amount?.message}
        {...register("amount", {
          validate: (text) => dollarsOf(text) > 0 || t("Enter an amount, like 1,250.50"),
        })}
      />
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
      <TextField label={t("Payer, if not the buyer")} maxLength={120} {...register("payer")} />
      <TextField
        label={t("Received on")}
        type="date"
        max={today}
        error={errors.day?.message}
        {...register("day", {
          validate: (day) => (day !== "" && day <= today) || t("Enter today or an earlier date"),
        })}
      />
      <DocumentField
        label={t("File (optional)")}
        error={errors.document?.message}
        {...register("document", {
          validate: (files) =>
            (files?.[0]?.size ?? 0) <= documentMaxBytes || t("The file is larger than 10 MB"),
        })}
      />
      {account.invoices.length === 0 ? null : (
        <SelectField label={t("Pay")} {...register("split")}>
          <option value="OLDEST">{t("The oldest due first")}</option>
          <option value="CHOSEN">{t("Invoices I choose")}</option>
        </SelectField>
      )}
      {chosen
        ? account.invoices.map((invoice) => (
            <TextField
              key={invoice.id}
              label={t("For {number} ($)", { number: invoice.number })}
              hint={t("{name}, balance {balance}", {
                name: invoice.name,
                balance: money(invoice.balance),
              })}
              inputMode="decimal"
              autoComplete="off"
              error={errors.parts?.[`n${invoice.id}`]?.message}
              {...register(`parts.n${invoice.id}`, {
                validate: (text = "") =>
                  text.trim() === "" ||
                  dollarsOf(text) <= invoice.balance ||
                  t("Enter at most {balance}", { balance: money(invoice.balance) }),
              })}
            />
          ))
        : null}
      <Preview
        account={account}
        amount={dollarsOf(typed.amount ?? "")}
        parts={chosen ? partsOf(typed.parts ?? {}) : null}
      />
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
        {isRepeated ? t("Record another receipt") : t("Record receipt")}
      </Button>
    </form>
  );
}

/** What the typed amount pays, as the server will split it. */
function Preview({
  account,
  amount,
  parts,
}: {
  account: BuyerAccount;
  amount: number;
  /** Null for the oldest due first. */
  parts: readonly { readonly invoiceId: number; readonly amount: number }[] | null;
}) {
  if (!(amount > 0)) return null;
  const cents = dollarsToCents(amount);
  const open = account.invoices.map(({ id, balance, dueAt }) => ({
    id,
    balanceCents: dollarsToCents(balance),
    dueAtMs: Date.parse(dueAt),
  }));
  const split =
    parts?.map((part) => ({ invoiceId: part.invoiceId, cents: dollarsToCents(part.amount) })) ??
    splitMoney(cents, open);
  const left = split.reduce((rest, part) => rest - part.cents, cents);
  const numbers = new Map(account.invoices.map(({ id, number }) => [id, number]));
  return (
    <div aria-live="polite">
      <Facts
        rows={[
          ...split.map(
            ({ invoiceId, cents: part }) =>
              [numbers.get(invoiceId) ?? "", money(centsToDollars(part)), "figures"] as const,
          ),
          left < 0
            ? [t("Too much"), money(centsToDollars(-left)), "figures text-outbid"]
            : [t("Left as credit"), money(centsToDollars(left)), "figures"],
        ]}
      />
    </div>
  );
}

function formOf(body: Readonly<Record<string, string | number | object>>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  form.set("document", file);
  return form;
}
