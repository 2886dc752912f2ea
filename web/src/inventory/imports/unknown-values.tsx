import type { UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { unitLabel, unitTable } from "@gavelyard/contract/inventory/unit-table";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useCall } from "../../api/api-context.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { words } from "../../ui/text/format.ts";
import { importKeys, yardNamesQuery } from "./import-api.ts";

/** Choice that leaves a value out. An unanswered value has "". */
const BLANK = "-";
/** Values offered at once; the next check offers the rest. */
const SHOWN = 60;

/** Returns the texts that several rows have and a field doesn't know. Others are edited in their row. */
export const repeatedUnknown = ({ unknownValues }: UnitImport): UnitImport["unknownValues"] =>
  unknownValues.filter(({ rows }) => rows > 1);

/** Texts of the file that fields don't know: staff say once what each means in all rows. */
export function UnknownValues({ one }: { one: UnitImport }) {
  const shown = repeatedUnknown(one).slice(0, SHOWN);
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(
    new Map(shown.flatMap(({ suggestion }, at) => (suggestion === null ? [] : [[at, suggestion]]))),
  );
  const { data: yards = [] } = useQuery(yardNamesQuery(useCall()));
  const apply = useAction(
    (call) =>
      call("mapUnitImport", {
        params: { id: String(one.id) },
        body: { mapping: one.mapping, defaults: one.defaults, valueMap: withChosen(one, chosen) },
      }),
    {
      done: t("Checking all rows again"),
      failed: t("Couldn't save your corrections."),
      refresh: importKeys,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply.mutate(undefined);
  };
  const optionsOf = (field: string): readonly (readonly [value: string, label: string])[] =>
    field === "yard"
      ? yards.map(({ id, name, city, state }) => [String(id), `${name}, ${city}, ${state}`])
      : (unitTable.find(({ name }) => name === field)?.options ?? []).map((option) => [
          option,
          words(option),
        ]);
  return (
    <Card title={t("Values we don't know")} className="mb-5">
      <form className="grid gap-4" onSubmit={submit}>
        <p className="text-soft">
          {t("Say once what each value means. It counts for all rows of the file.")}
        </p>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {shown.map(({ field, text, rows, suggestion }, at) => (
            <SelectField
              key={`${field} ${text}`}
              className="min-w-0 wrap-anywhere"
              label={t("“{text}” in {field}", { text, field: unitLabel(field) })}
              hint={
                suggestion !== null && chosen.get(at) === suggestion
                  ? t("{rows}, suggested", { rows: plural(rows, "{n} row", "{n} rows") })
                  : plural(rows, "{n} row", "{n} rows")
              }
              value={chosen.get(at) ?? ""}
              onChange={({ target }) => setChosen(new Map(chosen).set(at, target.value))}
            >
              <option value="">{t("Choose")}</option>
              <option value={BLANK}>{t("Leave blank")}</option>
              {optionsOf(field).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        <Button type="submit" tone="primary" className="justify-self-start" busy={apply.isPending}>
          {t("Apply to all rows")}
        </Button>
      </form>
    </Card>
  );
}

/** Returns the import's meanings with those that were chosen now. */
function withChosen(one: UnitImport, chosen: ReadonlyMap<number, string>): UnitImport["valueMap"] {
  const valueMap = structuredClone(one.valueMap);
  const repeated = repeatedUnknown(one);
  for (const [at, meaning] of chosen) {
    const unknown = repeated[at];
    const field = unitTable.find(({ name }) => name === unknown?.field)?.name;
    if (unknown === undefined || field === undefined || meaning === "") continue;
    valueMap[field] = { ...valueMap[field], [unknown.text]: meaning === BLANK ? "" : meaning };
  }
  return valueMap;
}
