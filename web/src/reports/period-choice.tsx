import { t } from "@gavelyard/messages/text";
import {
  maxPeriodDays,
  type PeriodChoice as Choice,
  type PeriodProblem,
} from "@gavelyard/domain/figures";
import type { FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { Choices } from "../ui/form/choices.tsx";
import { TextField } from "../ui/form/field.tsx";
import { textIn } from "../ui/form/form-text.ts";
import { useAddress } from "../ui/page/use-address.ts";

const options = [
  ["7d", t("Last 7 days")],
  ["30d", t("Last 30 days")],
  ["90d", t("Last 90 days")],
  ["year", t("This year")],
  ["custom", t("Custom")],
] as const satisfies readonly (readonly [Choice, string])[];

const problemTexts: Record<PeriodProblem, string | undefined> = {
  NOT_CHOSEN: undefined,
  REVERSED: t("The first day must be before the last."),
  TOO_LONG: t("Choose up to {maxPeriodDays} days.", { maxPeriodDays }),
  FUTURE: t("The first day is in the future."),
};

export function PeriodChoice({
  choice,
  problem,
}: {
  choice: Choice;
  problem: PeriodProblem | null;
}) {
  const address = useAddress();
  return (
    <>
      <Choices
        label={t("Period")}
        options={options}
        chosen={choice}
        to={(one) =>
          address.to({ period: one, ...(one === "custom" ? {} : { from: null, to: null }) })
        }
      />
      {choice === "custom" ? <Dates problem={problem} /> : null}
    </>
  );
}

function Dates({ problem }: { problem: PeriodProblem | null }) {
  const address = useAddress();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    address.set({ from: textIn(form, "from"), to: textIn(form, "to") });
  };
  return (
    <form
      key={`${address.get("from")} ${address.get("to")}`}
      className="mb-4 flex flex-wrap items-end gap-3"
      onSubmit={submit}
    >
      <TextField
        label={t("First day")}
        name="from"
        type="date"
        required
        defaultValue={address.get("from")}
        error={problem === null ? undefined : problemTexts[problem]}
      />
      <TextField
        label={t("Last day")}
        name="to"
        type="date"
        required
        defaultValue={address.get("to")}
      />
      <Button type="submit" tone="primary">
        {t("Show")}
      </Button>
    </form>
  );
}
