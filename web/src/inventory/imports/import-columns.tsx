import type { UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { neededFields, unitLabel, unitTable } from "@gavelyard/contract/inventory/unit-table";
import { t, say } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useCall } from "../../api/api-context.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { words } from "../../ui/text/format.ts";
import { useAddress } from "../../ui/page/use-address.ts";
import { importKeys, yardNamesQuery } from "./import-api.ts";
import { CancelImportButton } from "./cancel-import-button.tsx";
import { ImportReading } from "./import-reading.tsx";

/** Fields that often have one value in all rows; people add others. */
const fileWideFields = [
  "inventoryType",
  "titleBrand",
  "startingPrice",
  "saleType",
  "odometerUnit",
  "odometerBrand",
] as const;

/** Returns a column's name in spreadsheets: "C" for the third one. */
const letters = (column: number): string =>
  (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26));

export function ImportColumns({ one }: { one: UnitImport }) {
  const address = useAddress();
  const [mapping, setMapping] = useState(one.mapping);
  const [defaults, setDefaults] = useState(one.defaults);
  const [source, setSource] = useState(one.source);
  const shownDefaults = unitTable.filter(
    ({ name }) =>
      name !== "yard" && (fileWideFields.some((field) => field === name) || name in defaults),
  );
  const check = useAction(
    (call) =>
      call("mapUnitImport", {
        params: { id: String(one.id) },
        body: { mapping, defaults, valueMap: one.valueMap, source },
      }),
    {
      done: t("Checking all rows"),
      failed: t("Couldn't check the rows."),
      refresh: importKeys,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate(undefined, { onSuccess: () => address.set({ step: null, rowpage: null }) });
  };
  /** A field has only one column: choosing it here removes it from another one. */
  const choose = (column: number, field: string) =>
    setMapping(
      mapping.map((now, at) => {
        if (at === column) return field === "" ? null : field;
        return now === field ? null : now;
      }),
    );
  const missing = neededFields.filter(
    (field) => !mapping.includes(field) && (defaults[field] ?? "") === "",
  );
  const matched = mapping.filter((field) => field !== null).length;
  return (
    <form className="grid gap-6" onSubmit={submit}>
      {one.reading === null ? null : <ImportReading one={one} reading={one.reading} />}
      <Card title={t("Match columns")} action={<CancelImportButton id={one.id} />}>
        {one.isKnownSource ? (
          <p className="mb-2">
            {t("We know this list. Columns and values are matched as for “{source}”.", {
              source: one.source,
            })}
          </p>
        ) : null}
        <p aria-live="polite" className="mb-4 text-soft">
          {t("{matched} of {columns} columns are matched. The others are ignored.", {
            matched,
            columns: mapping.length,
          })}
        </p>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {one.columns.map(({ header, samples }, column) => (
            <SelectField
              // A file's columns never change their order.
              key={letters(column)}
              label={header === "" ? t("Column {column}", { column: letters(column) }) : header}
              hint={samples.length === 0 ? t("Empty in the first rows") : samples.join(" · ")}
              className="min-w-0 wrap-anywhere"
              value={mapping[column] ?? ""}
              onChange={({ target }) => choose(column, target.value)}
            >
              <option value="">{t("Ignore")}</option>
              {unitTable.map(({ name, label }) => (
                <option key={name} value={name}>
                  {say(label)}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      </Card>
      <Card title={t("If the row is blank")}>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <YardField
            value={defaults["yard"] ?? ""}
            onChange={(yard) => setDefaults({ ...defaults, yard })}
          />
          {shownDefaults.map(({ name, options }) =>
            options === undefined ? (
              <TextField
                key={name}
                label={unitLabel(name)}
                maxLength={300}
                value={defaults[name] ?? ""}
                onChange={({ target }) => setDefaults({ ...defaults, [name]: target.value })}
              />
            ) : (
              <SelectField
                key={name}
                label={unitLabel(name)}
                value={defaults[name] ?? ""}
                onChange={({ target }) => setDefaults({ ...defaults, [name]: target.value })}
              >
                <option value="">{t("Use the row's value")}</option>
                {options.map((option) => (
                  <option key={option} value={option}>
                    {words(option)}
                  </option>
                ))}
              </SelectField>
            ),
          )}
          <SelectField
            label={t("Another field")}
            value=""
            onChange={({ target }) => setDefaults({ ...defaults, [target.value]: "" })}
          >
            <option value="">{t("Choose")}</option>
            {unitTable
              .filter(
                ({ name }) => name !== "yard" && !shownDefaults.some((one) => one.name === name),
              )
              .map(({ name, label }) => (
                <option key={name} value={name}>
                  {say(label)}
                </option>
              ))}
          </SelectField>
        </div>
        {missing.length === 0 ? null : (
          <p role="status" className="mt-4 rounded-md bg-sunken p-3">
            {t("Not set yet: {fields}.", { fields: missing.map(unitLabel).join(", ") })}
          </p>
        )}
        <TextField
          className="mt-4 max-w-md"
          label={t("List name")}
          hint={t("We keep these choices under this name and match the next list with them.")}
          required
          maxLength={80}
          value={source}
          onChange={({ target }) => setSource(target.value)}
        />
        <Button type="submit" tone="primary" className="mt-4" busy={check.isPending}>
          {t("Check rows")}
        </Button>
      </Card>
    </form>
  );
}

function YardField({ value, onChange }: { value: string; onChange: (yard: string) => void }) {
  const { data = [] } = useQuery(yardNamesQuery(useCall()));
  return (
    <SelectField label={t("Yard")} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t("Use the row's value")}</option>
      {data.map(({ id, name, city, state }) => (
        <option key={id} value={String(id)}>
          {name}, {city}, {state}
        </option>
      ))}
    </SelectField>
  );
}
