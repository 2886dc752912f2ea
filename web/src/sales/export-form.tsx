import { journalFormats } from "@gavelyard/contract/sales/journal";
import { t } from "@gavelyard/messages/text";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState, type FormEvent } from "react";
import { download } from "../documents/files.ts";
import { browserZone, serverNow } from "../clock.ts";
import { messageOf } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";

const files = {
  invoices: t("Invoices (CSV)"),
  csv: t("Journal (CSV)"),
  hledger: t("Journal (hledger)"),
  iif: t("Journal (QuickBooks IIF)"),
} as const;

const readFile = (value: string): keyof typeof files =>
  journalFormats.find((format) => format === value) ?? "invoices";

/** Exports the invoices, or the books, of a period for accounting (D85); the current month by default. */
export function ExportForm() {
  const today = calendarDateIn(serverNow(), browserZone());
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`);
  const [to, setTo] = useState(today);
  const [what, setWhat] = useState<keyof typeof files>("invoices");
  const save = useMutation({
    mutationFn: () =>
      what === "invoices"
        ? download("exportPayments", { query: { from, to } })
        : download("exportJournal", { query: { from, to, format: what } }),
  });
  const wrong = from === "" || to === "" || from > to;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong) save.mutate();
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p className="max-w-prose text-soft">
        {what === "invoices"
          ? t(
              "One line per invoice issued in this period, including void ones: hammer price, premium, fees, tax, payments and balance. Opens in any spreadsheet.",
            )
          : t(
              "Every invoice, receipt, payment, refund and reversal recorded in this period, as double entries. A day that is over never changes. Settings name the accounts.",
            )}
      </p>
      <div className="flex flex-wrap items-end gap-4">
        <SelectField
          label={t("File")}
          className="w-64"
          value={what}
          onChange={({ target }) => setWhat(readFile(target.value))}
        >
          {Object.entries(files).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("From")}
          type="date"
          className="w-48"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          label={t("To")}
          type="date"
          className="w-48"
          value={to}
          error={wrong ? t("The last day can't be before the first") : undefined}
          onChange={({ target }) => setTo(target.value)}
        />
        <Button type="submit" tone="primary" busy={save.isPending} disabled={wrong}>
          <Download aria-hidden className="size-4" /> {t("Export")}
        </Button>
      </div>
      <Failure
        message={save.error === null ? null : messageOf(save.error, t("Couldn't load the file."))}
      />
    </form>
  );
}
