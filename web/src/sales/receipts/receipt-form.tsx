import type { BuyerAccount } from "@gavelyard/contract/sales/receipts";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { splitMoney } from "@gavelyard/domain/sales/receipts";
import { readStatementReference, type SaleOfBuyer } from "@gavelyard/domain/sales/statement";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useCall } from "../../api/api-context.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/card.tsx";
import { Failure } from "../../ui/failure.tsx";
import { DocumentField, documentMaxBytes, SelectField, TextField } from "../../ui/form/field.tsx";
import { money } from "../../ui/text/format.ts";
import { toast } from "../../ui/toast-store.ts";
import { buyerAccountQuery } from "../api.ts";
import { dollarsOf, receivedAtOf } from "../typed-money.ts";
import {
  MoneyFields,
  RepeatReason,
  today,
  useCashDesk,
  type MoneyValues,
} from "./money-fields.tsx";

interface ReceiptValues extends MoneyValues {
  readonly amount: string;
  readonly payer: string;
  /** Undefined after the form is cleared. */
  readonly document: FileList | undefined;
  readonly split: "OLDEST" | "CHOSEN";
  /** Amounts by invoice, such as `n12`, since a list of numbers would move with the list; empty for none. */
  readonly parts: Readonly<Record<string, string>>;
}

const blank = { amount: "", reference: "", payer: "", repeatReason: "", parts: {} };

/** Records money that came in once, and shows before what it will pay (D75). */
export function ReceiptForm({ account }: { account: BuyerAccount }) {
  const call = useCall();
  const queries = useQueryClient();
  const form = useForm<ReceiptValues>({
    defaultValues: { ...blank, method: "WIRE", day: today(), split: "OLDEST" },
  });
  const { register, handleSubmit, formState, control, reset } = form;
  const typed = useWatch({ control });
  const { errors } = formState;
  const desk = useCashDesk(
    JSON.stringify([typed.amount, typed.method, typed.reference]),
    account.balance,
  );
  const chosen = typed.split === "CHOSEN";
  const partsOf = (texts: Readonly<Record<string, string | undefined>>) =>
    account.invoices.flatMap(({ id }) => {
      const amount = dollarsOf(texts[`n${id}`] ?? "");
      return amount > 0 ? [{ invoiceId: id, amount }] : [];
    });
  const send = async (values: ReceiptValues) => {
    const { method, reference, payer, repeatReason, document: files } = values;
    const body = {
      amount: dollarsOf(values.amount),
      method,
      reference,
      payer,
      receivedAt: receivedAtOf(values.day),
      balance: desk.balance,
      ...(chosen ? { payments: partsOf(values.parts) } : {}),
      ...(desk.repeated === null ? {} : { repeatReason }),
    };
    const params = { id: String(account.userId) };
    const file = files?.[0];
    if (file === undefined) await call("recordReceipt", { params, body });
    else await call("recordReceipt", { params, form: formOf(body, file) });
    toast({ type: "success", title: t("Receipt recorded"), message: account.name });
    reset({ ...values, ...blank, document: undefined });
  };
  const record = handleSubmit((values) =>
    desk.record(
      () => send(values),
      () => queries.getQueryData(buyerAccountQuery(call, account.userId).queryKey)?.balance,
      t("Couldn't record the receipt."),
    ),
  );
  return (
    <FormProvider {...form}>
      <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(record(event))}>
        <TextField
          label={t("Amount received ($)")}
          inputMode="decimal"
          autoComplete="off"
          error={errors.amount?.message}
          {...register("amount", {
            validate: (text) => dollarsOf(text) > 0 || t("Enter an amount, like 1,250.50"),
          })}
        />
        <MoneyFields />
        <TextField label={t("Payer, if not the buyer")} maxLength={120} {...register("payer")} />
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
          named={readStatementReference(typed.reference ?? "")}
          parts={chosen ? partsOf(typed.parts ?? {}) : null}
        />
        <RepeatReason repeated={desk.repeated} />
        <Failure message={desk.failure} />
        <Button type="submit" tone="primary" busy={formState.isSubmitting}>
          {desk.repeated === null ? t("Record receipt") : t("Record another receipt")}
        </Button>
      </form>
    </FormProvider>
  );
}

/** What the typed amount pays, as the server will split it. */
function Preview({
  account,
  amount,
  named,
  parts,
}: {
  account: BuyerAccount;
  amount: number;
  /** The statement that the reference names. */
  named: SaleOfBuyer | null;
  /** Null for the oldest due first. */
  parts: readonly { readonly invoiceId: number; readonly amount: number }[] | null;
}) {
  const notice =
    named !== null && named.userId !== account.userId ? (
      <p className="rounded-md bg-sunken p-3" role="status">
        {t("This reference is another buyer's. Search for it to find the buyer.")}
      </p>
    ) : null;
  if (!(amount > 0)) return notice;
  const cents = dollarsToCents(amount);
  const open = account.invoices.map(({ id, auctionId, balance, dueAt }) => ({
    id,
    auctionId,
    balanceCents: dollarsToCents(balance),
    dueAtMs: Date.parse(dueAt),
  }));
  const split =
    parts?.map((part) => ({ invoiceId: part.invoiceId, cents: dollarsToCents(part.amount) })) ??
    splitMoney(cents, open, notice === null && named !== null ? named.auctionId : null);
  const left = split.reduce((rest, part) => rest - part.cents, cents);
  const numbers = new Map(account.invoices.map(({ id, number }) => [id, number]));
  return (
    <div aria-live="polite" className="grid gap-3">
      {notice}
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
