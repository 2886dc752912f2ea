import type { ImportRow, TakenParts, UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { unitLabel, unitTable, valueKey } from "@gavelyard/contract/inventory/unit-table";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { download } from "../../documents/files.ts";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { useAction } from "../../api/use-action.ts";
import { ActionButton } from "../../api/action-button.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Choices } from "../../ui/form/choices.tsx";
import { DataTable, type Column } from "../../ui/list/data-table.tsx";
import { SelectField, TextArea, TextField } from "../../ui/form/field.tsx";
import { count, words } from "../../ui/text/format.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { numberOf, useAddress } from "../../ui/page/use-address.ts";
import { CancelImportButton } from "./cancel-import-button.tsx";
import { GoneUnits } from "./gone-units.tsx";
import {
  isAgain,
  ListAgain,
  RowChanges,
  takeAll,
  takenCounts,
  type Taking,
} from "./list-again.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { importKeys, importRowsQuery } from "./import-api.ts";
import { repeatedUnknown, UnknownValues } from "./unknown-values.tsx";

type Edits = ReadonlyMap<
  string,
  { readonly row: number; readonly column: number; readonly text: string }
>;
const keyOf = (row: number, column: number) => `${row}:${column}`;
const matchOf: Readonly<Partial<Record<string, ImportRow["match"]>>> = {
  new: "NEW",
  changed: "CHANGED",
  same: "SAME",
};
const rowsWords = (n: number) => plural(n, "{n} row", "{n} rows");
const unitsWords = (n: number) => plural(n, "{n} unit", "{n} units");

export function ImportRows({ one }: { one: UnitImport }) {
  const address = useAddress();
  const only = address.get("only");
  const warned = one.warningRows > 0 && only === "warnings";
  const match = matchOf[only];
  const faulty = one.errorRows > 0 && !warned && only !== "all" && match === undefined;
  const page = numberOf(address.get("rowpage")) ?? 0;
  const query = useQuery(importRowsQuery(useCall(), one.id, { faulty, warned, match, page }));
  const [edits, setEdits] = useState<Edits>(new Map());
  const [lines, setLines] = useState<ReadonlyMap<number, string>>(new Map());
  const [take, setTake] = useState(takeAll);
  const taking = { take, onTake: setTake };
  const edited = edits.size + lines.size;
  const undo = () => {
    setEdits(new Map());
    setLines(new Map());
  };
  const saveEdits = useAction(
    (call) =>
      call("mendUnitImport", {
        params: { id: String(one.id) },
        body: {
          cells: [...edits.values()],
          lines: [...lines].map(([row, text]) => ({ row, text })),
        },
      }),
    {
      done: t("Checking all rows again"),
      failed: t("Couldn't save your corrections."),
      refresh: importKeys,
    },
  );
  return (
    <section aria-label={t("Check")}>
      {one.failure === "" ? null : (
        <p role="alert" className="mb-4 rounded-md bg-outbid-bg p-3 text-outbid">
          {one.failure}
        </p>
      )}
      <p aria-live="polite" className="mb-4 text-lg font-semibold">
        {one.errorRows === 0
          ? t("{rows}, none with errors", { rows: rowsWords(one.rowCount) })
          : t("{rows}, {faulty} with errors", {
              rows: rowsWords(one.rowCount),
              faulty: count(one.errorRows),
            })}
      </p>
      <ImportActions one={one} edited={edited > 0} take={take} />
      {isAgain(one) ? <ListAgain one={one} {...taking} /> : null}
      {repeatedUnknown(one).length === 0 ? null : (
        <UnknownValues key={JSON.stringify(one.unknownValues)} one={one} />
      )}
      {one.warningRows === 0 ? null : (
        <p className="mb-3">
          {plural(
            one.warningRows,
            "Look at {n} row: its make may be wrong.",
            "Look at {n} rows: their makes may be wrong.",
          )}
        </p>
      )}
      {one.errorRows + one.warningRows === 0 && !isAgain(one) ? null : (
        <Choices
          label={t("Filter rows")}
          options={[
            ...(one.errorRows === 0 ? [] : [["errors", t("Rows with errors")] as const]),
            ...(one.warningRows === 0 ? [] : [["warnings", t("Rows to look at")] as const]),
            ...(isAgain(one)
              ? ([
                  ["new", t("New")],
                  ["changed", t("Changed")],
                  ["same", t("The same")],
                ] as const)
              : []),
            ["all", t("All rows")],
          ]}
          chosen={warned ? "warnings" : faulty ? "errors" : match === undefined ? "all" : only}
          to={(chosen) => address.to({ only: chosen === "errors" ? null : chosen, rowpage: null })}
        />
      )}
      <Read query={query} failure={t("Couldn't load the rows.")} className="h-96">
        {({ content, number, totalPages }) => (
          <>
            <DataTable
              label={t("Rows in the file")}
              columns={columnsFor(one, {
                edits,
                lines,
                onEdit: (row, column, text) =>
                  setEdits(new Map(edits).set(keyOf(row, column), { row, column, text })),
                onLine: (row, text) => setLines(new Map(lines).set(row, text)),
                ...taking,
              })}
              rows={content}
              keyOf={({ row }) => row}
              nameOf={({ row }) => t("row {row}", { row })}
              empty={match === undefined ? t("No rows have errors") : t("No rows")}
            />
            <Pagination
              page={number}
              totalPages={totalPages}
              linkTo={(to) => address.toPage(to, "rowpage")}
            />
          </>
        )}
      </Read>
      {one.gone === 0 ? null : <GoneUnits one={one} />}
      {edited === 0 ? null : (
        <div className="sticky bottom-0 mt-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3">
          <Button
            tone="primary"
            busy={saveEdits.isPending}
            onClick={() => saveEdits.mutate(undefined, { onSuccess: undo })}
          >
            {plural(edited, "Save {n} change and check again", "Save {n} changes and check again")}
          </Button>
          <Button onClick={undo}>{t("Undo")}</Button>
        </div>
      )}
    </section>
  );
}

function ImportActions({
  one,
  edited,
  take,
}: {
  one: UnitImport;
  edited: boolean;
  take: TakenParts;
}) {
  const address = useAddress();
  const save = useAction(
    () => download("unitImportCsv", { params: { id: String(one.id) }, query: { errors: "true" } }),
    { done: t("File saved"), failed: t("Couldn't save the rows."), refresh: [] },
  );
  const validRows = one.rowCount - one.errorRows;
  const { added, updated } = takenCounts(one, take);
  const label = importLabel(added, updated, one.errorRows > 0);
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      {validRows === 0 || edited ? null : (
        <ActionButton
          label={label}
          title={
            updated > 0
              ? t("Update {units}?", { units: unitsWords(updated) })
              : added > 0
                ? t("Import {units} as drafts?", { units: unitsWords(added) })
                : t("Finish without changes?")
          }
          confirmLabel={added + updated === 0 ? t("Finish") : t("Import")}
          tone={one.errorRows === 0 ? "primary" : "plain"}
          act={(call) =>
            call("startUnitImport", {
              params: { id: String(one.id) },
              body: { leaveOut: one.errorRows > 0, ...take },
            })
          }
          done={t("Import started")}
          failed={t("Couldn't start the import.")}
          refresh={importKeys}
        >
          {updated > 0 ? (
            <p className="mb-2">
              {t("Changes take effect at once, also where buyers see the unit.")}
            </p>
          ) : null}
          {added === 0
            ? t("The next list of this source will be compared with this one.")
            : one.errorRows === 0
              ? t(
                  "Either all of them are imported or none are. Buyers see them once you publish them.",
                )
              : t(
                  "{rows} with errors will be left out. Either all the others are imported or none are.",
                  {
                    rows: rowsWords(one.errorRows),
                  },
                )}
        </ActionButton>
      )}
      {one.matches.added === 0 || edited ? null : (
        <ImportPreview id={one.id} units={one.matches.added} />
      )}
      <LinkButton to={address.to({ step: "columns" })}>{t("Columns")}</LinkButton>
      {one.errorRows === 0 ? null : (
        <Button busy={save.isPending} onClick={() => save.mutate(undefined)}>
          <Download aria-hidden className="size-4" /> {t("Rows with errors")}
        </Button>
      )}
      <CancelImportButton id={one.id} />
    </div>
  );
}

function importLabel(added: number, updated: number, skipsErrors: boolean): string {
  const units = unitsWords(added);
  if (added + updated === 0) return t("Finish without changes");
  if (updated === 0)
    return skipsErrors
      ? t("Import {units}, skip rows with errors", { units })
      : t("Import {units}", { units });
  if (added === 0) return t("Update {units}", { units: unitsWords(updated) });
  return t("Add {added}, update {updated}", { added: units, updated: unitsWords(updated) });
}

interface Corrections extends Taking {
  readonly edits: Edits;
  readonly lines: ReadonlyMap<number, string>;
  onEdit(row: number, column: number, text: string): void;
  onLine(row: number, text: string): void;
}

/** Fields that have a column of their own, and those that stand together in one. */
const ownColumns = ["stockNumber", "vin", "yard", "odometer", "titleBrand", "specs.keys"] as const;
const nameFields = ["modelYear", "manufacturer", "model", "trim"] as const;
const priceFields = ["startingPrice", "reservePrice", "buyNowPrice"] as const;

function columnsFor(
  one: UnitImport,
  { edits, lines, onEdit, onLine, ...taking }: Corrections,
): readonly Column<ImportRow>[] {
  const { mapping } = one;
  const unknown = new Set(
    repeatedUnknown(one).map(({ field, text }) => `${field} ${valueKey(text)}`),
  );
  const valueOf = ({ values }: ImportRow, field: string) =>
    values.find((value) => value.field === field);
  const cellOf = (row: ImportRow, field: string) => row.cells[mapping.indexOf(field)] ?? "";
  const shown = (row: ImportRow, field: string) => {
    const value = valueOf(row, field);
    if (value === undefined) return null;
    const cell = cellOf(row, field);
    return (
      <>
        <span className="block min-w-24 wrap-break-word">{value.text}</span>
        {value.converted && cell !== "" ? (
          <span className="block text-sm text-soft wrap-anywhere">
            {t("in the file: {cell}", { cell })}
          </span>
        ) : null}
      </>
    );
  };
  return [
    { name: t("Row"), right: true, render: ({ row }) => row },
    {
      name: t("Unit"),
      render: (row) => (
        <>
          {nameFields.flatMap((field) => valueOf(row, field)?.text ?? []).join(" ") || row.line}
          {row.warnings.map(({ message }) => (
            <span key={message} className="block min-w-40 text-outbid">
              {message}
            </span>
          ))}
        </>
      ),
    },
    ...(isAgain(one)
      ? [
          {
            name: t("Compared with your inventory"),
            render: (row: ImportRow) => <RowChanges row={row} {...taking} />,
          },
        ]
      : []),
    ...ownColumns.map((field): Column<ImportRow> => ({
      name: unitLabel(field),
      render: (row) => shown(row, field),
    })),
    ...priceFields
      .filter((field) => field === "startingPrice" || mapping.includes(field))
      .map((field): Column<ImportRow> => ({
        name: unitLabel(field),
        right: true,
        render: (row) => shown(row, field),
      })),
    { name: t("More"), render: (row) => <OtherValues values={row.values} /> },
    {
      name: t("Errors"),
      render: (row) =>
        row.errors.length === 0 ? (
          <span className="text-soft">{t("None")}</span>
        ) : (
          <div className="grid min-w-48 gap-2 py-1 text-left">
            {row.errors.map(({ field, column, message }) =>
              row.line !== "" && field === "line" ? (
                <TextArea
                  key={message}
                  label={t("Line of row {row}", { row: row.row })}
                  error={lines.has(row.row) ? undefined : message}
                  rows={4}
                  maxLength={10_000}
                  value={lines.get(row.row) ?? row.line}
                  onChange={({ target }) => onLine(row.row, target.value)}
                />
              ) : column !== null &&
                unknown.has(`${field} ${valueKey(row.cells[column] ?? "")}`) ? (
                <p key={field + message} className="text-outbid">
                  {t("{field}: “{text}” isn't known. Say above what it means.", {
                    field: unitLabel(field),
                    text: row.cells[column] ?? "",
                  })}
                </p>
              ) : column === null ? (
                <p key={field + message} className="text-outbid">
                  {unitLabel(field)}: {message}
                </p>
              ) : (
                <Cell
                  key={field + message}
                  field={field}
                  row={row.row}
                  error={edits.has(keyOf(row.row, column)) ? undefined : message}
                  text={edits.get(keyOf(row.row, column))?.text ?? row.cells[column] ?? ""}
                  onEdit={(text) => onEdit(row.row, column, text)}
                />
              ),
            )}
          </div>
        ),
    },
  ];
}

const withColumn = new Set<string>([...ownColumns, ...nameFields, ...priceFields]);

/** Values of a row that have no column of their own. */
function OtherValues({ values }: Pick<ImportRow, "values">) {
  const others = values.filter(({ field }) => !withColumn.has(field));
  if (others.length === 0) return null;
  return (
    <details>
      <summary className="min-h-9 cursor-pointer">
        {plural(others.length, "{n} value", "{n} values")}
      </summary>
      <dl className="min-w-56 text-left">
        {others.map(({ field, text }) => (
          <div key={field} className="py-1">
            <dt className="text-sm text-soft">{unitLabel(field)}</dt>
            <dd className="line-clamp-3 wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** One cell with an error, to fix: a select if its field has options. */
function Cell({
  field,
  row,
  error,
  text,
  onEdit,
}: {
  field: string;
  row: number;
  /** Undefined after an edit, until the next check. */
  error: string | undefined;
  text: string;
  onEdit: (text: string) => void;
}) {
  const label = t("{field}, row {row}", { field: unitLabel(field), row });
  const { options } = unitTable.find(({ name }) => name === field) ?? {};
  if (options === undefined) {
    return (
      <TextField
        label={label}
        error={error}
        maxLength={5000}
        value={text}
        onChange={({ target }) => onEdit(target.value)}
      />
    );
  }
  return (
    <SelectField
      label={label}
      error={error}
      value={text}
      onChange={({ target }) => onEdit(target.value)}
    >
      {options.includes(text) ? null : (
        <option value={text}>{text === "" ? t("Empty") : text}</option>
      )}
      {options.map((option) => (
        <option key={option} value={option}>
          {words(option)}
        </option>
      ))}
    </SelectField>
  );
}
