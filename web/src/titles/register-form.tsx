import { calendarDateIn } from "@gavelyard/domain/wall-time";
import { t } from "@gavelyard/messages/text";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../api/messages.ts";
import { browserZone, serverNow } from "../clock.ts";
import { download } from "../documents/files.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";

/** Exports the register of sold units that auction companies keep (49 CFR 580.9). */
export function RegisterForm() {
  const today = calendarDateIn(serverNow(), browserZone());
  const [period, setPeriod] = useState({ from: `${today.slice(0, 5)}01-01`, to: today });
  const { from, to } = period;
  const save = useMutation({
    mutationFn: () => download("odometerRegister", { query: period }),
  });
  const wrong = from === "" || to === "" || from > to;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) save.mutate();
      }}
    >
      <p className="max-w-prose text-soft">
        {t(
          "One line per unit sold in this period: most recent owner, buyer, VIN and odometer, as 49 CFR 580.9 asks auction companies to keep for five years. Closed accounts stay in it.",
        )}
      </p>
      <div className="flex flex-wrap items-end gap-4">
        <TextField
          label={t("From")}
          type="date"
          className="w-48"
          value={from}
          onChange={({ target }) => setPeriod({ from: target.value, to })}
        />
        <TextField
          label={t("To")}
          type="date"
          className="w-48"
          value={to}
          error={wrong ? t("The last day can't be before the first") : undefined}
          onChange={({ target }) => setPeriod({ from, to: target.value })}
        />
        <Button type="submit" tone="primary" busy={save.isPending} disabled={wrong}>
          <Download aria-hidden className="size-4" /> {t("Export CSV")}
        </Button>
      </div>
      <Failure
        message={save.error === null ? null : messageOf(save.error, t("Couldn't load the file."))}
      />
    </form>
  );
}
