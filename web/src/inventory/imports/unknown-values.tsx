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

/**
 * Returns the texts that a field doesn't know, of fields where several rows have one. Others are
 * edited in their row, unless their field has no cell there.
 */
export function repeatedUnknown({
  unknownValues,
  mapping,
}: UnitImport): UnitImport["unknownValues"] {
  const rowsOf = (field: string) =>
    unknownValues.reduce((sum, one) => sum + (one.field === field ? one.rows : 0), 0);
  return unknownValues.filter(
    ({ field }) => rowsOf(field) > 1 || !mapping.some((mapped) => mapped === field),
  );
}

/** Unknown values of one field from which on they can be set together. */
const MANY = 2;

/** Returns the fields with many unknown values. */
const fieldsWithMany = (shown: UnitImport["unknownValues"]): string[] =>
  [...Map.groupBy(shown, ({ field }) => field)].flatMap(([field, values]) =>
    values.length >= MANY ? [field] : [],
  );

/** Texts of the file that fields don't know: staff say once what each means in all rows. */
export function UnknownValues({ one }: { one: UnitImport }) {
  const shown = repeatedUnknown(one).slice(0, SHOWN);
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(
    new Map(shown.flatMap(({ suggestion }, at) => (suggestion === null ? [] : [[at, suggestion]]))),
  );
  /** By field: the value of all texts for which none is chosen. */
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map());
  const meanings = shown.map(({ field }, at) => chosen.get(at) || (others.get(field) ?? ""));
  const { data: yards = [] } = useQuery(yardNamesQuery(useCall()));
  const apply = useAction(
    (call) =>
      call("mapUnitImport", {
        params: { id: String(one.id) },
        body: { mapping: one.mapping, ...withMeanings(one, shown, meanings) },
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
        {fieldsWithMany(shown).map((field) => (
          <SelectField
            key={field}
            className="max-w-md"
            label={t("All other values of {field}", { field: unitLabel(field) })}
            hint={t("Sets every value below that you haven't chosen.")}
            value={others.get(field) ?? ""}
            onChange={({ target }) => setOthers(new Map(others).set(field, target.value))}
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
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {shown.map(({ field, text, rows, suggestion }, at) => (
            <SelectField
              key={`${field} ${text}`}
              className="min-w-0 wrap-anywhere"
              label={
                text === ""
                  ? t("Blank in {field}", { field: unitLabel(field) })
                  : t("“{text}” in {field}", { text, field: unitLabel(field) })
              }
              hint={
                suggestion !== null && meanings[at] === suggestion
                  ? t("{rows}, suggested", { rows: plural(rows, "{n} row", "{n} rows") })
                  : plural(rows, "{n} row", "{n} rows")
              }
              value={meanings[at]}
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

/** Returns an import's meanings and defaults, and what some unknown values mean; "" is unanswered. */
function withMeanings(
  one: UnitImport,
  values: UnitImport["unknownValues"],
  meanings: readonly string[],
): Pick<UnitImport, "valueMap" | "defaults"> {
  const valueMap = structuredClone(one.valueMap);
  const defaults = { ...one.defaults };
  values.forEach((unknown, at) => {
    const field = unitTable.find(({ name }) => name === unknown.field)?.name;
    const meaning = meanings[at] ?? "";
    if (field === undefined || meaning === "") return;
    const value = meaning === BLANK ? "" : meaning;
    if (unknown.text === "") defaults[field] = value;
    else valueMap[field] = { ...valueMap[field], [unknown.text]: value };
  });
  return { valueMap, defaults };
}
