import type { ImportRow, UnitImport } from "@gavelyard/contract/unit-imports";
import { unitLabel, unitTable } from "@gavelyard/contract/unit-table";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { download } from "../../api/files.ts";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../session/read.tsx";
import { useAction } from "../../session/use-action.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Choices } from "../../ui/choices.tsx";
import { DataTable, type Column } from "../../ui/data-table.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { count, words } from "../../ui/format.ts";
import { Pagination } from "../../ui/pagination.tsx";
import { numberOf, useAddress } from "../../ui/use-address.ts";
import { CancelImportButton } from "./cancel-import-button.tsx";
import { importKeys, importRowsQuery } from "./import-api.ts";

type Edits = ReadonlyMap<
  string,
  { readonly row: number; readonly column: number; readonly text: string }
>;
const keyOf = (row: number, column: number) => `${row}:${column}`;
const rowsWords = (n: number) => plural(n, "{n} row", "{n} rows");
const unitsWords = (n: number) => plural(n, "{n} unit", "{n} units");

export function ImportRows({ one }: { one: UnitImport }) {
  const address = useAddress();
  const faulty = one.errorRows > 0 && address.get("only") !== "all";
  const page = numberOf(address.get("rowpage")) ?? 0;
  const query = useQuery(importRowsQuery(useCall(), one.id, faulty, page));
  const [edits, setEdits] = useState<Edits>(new Map());
  const saveEdits = useAction(
    (call) =>
      call("mendUnitImport", {
        params: { id: String(one.id) },
        body: { cells: [...edits.values()] },
      }),
    { done: t("Checking all rows again"), failed: t("Couldn't save it."), refresh: importKeys },
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
      <ImportActions one={one} edited={edits.size > 0} />
      {one.errorRows === 0 ? null : (
        <Choices
          label={t("Filter rows")}
          options={[
            ["errors", t("Rows with errors")],
            ["all", t("All rows")],
          ]}
          chosen={faulty ? "errors" : "all"}
          to={(only) => address.to({ only: only === "all" ? only : null, rowpage: null })}
        />
      )}
      <Read query={query} failure={t("Couldn't load the rows.")} className="h-96">
        {({ content, number, totalPages }) => (
          <>
            <DataTable
              label={t("Rows in the file")}
              columns={columnsFor(one, edits, (row, column, text) =>
                setEdits(new Map(edits).set(keyOf(row, column), { row, column, text })),
              )}
              rows={content}
              keyOf={({ row }) => row}
              nameOf={({ row }) => t("row {row}", { row })}
              empty={t("No rows have errors")}
            />
            <Pagination
              page={number}
              totalPages={totalPages}
              linkTo={(to) => address.toPage(to, "rowpage")}
            />
          </>
        )}
      </Read>
      {edits.size === 0 ? null : (
        <div className="sticky bottom-0 mt-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3">
          <Button
            tone="primary"
            busy={saveEdits.isPending}
            onClick={() => saveEdits.mutate(undefined, { onSuccess: () => setEdits(new Map()) })}
          >
            {plural(
              edits.size,
              "Save {n} change and check again",
              "Save {n} changes and check again",
            )}
          </Button>
          <Button onClick={() => setEdits(new Map())}>{t("Undo")}</Button>
        </div>
      )}
    </section>
  );
}

function ImportActions({ one, edited }: { one: UnitImport; edited: boolean }) {
  const address = useAddress();
  const start = useAction(
    (call, leaveOut: boolean) =>
      call("startUnitImport", { params: { id: String(one.id) }, body: { leaveOut } }),
    {
      done: t("Import started"),
      failed: t("Couldn't start the import."),
      refresh: importKeys,
    },
  );
  const save = useAction(
    () => download("unitImportCsv", { params: { id: String(one.id) }, query: { errors: "true" } }),
    { done: t("File saved"), failed: t("Couldn't save the rows."), refresh: [] },
  );
  const validRows = one.rowCount - one.errorRows;
  const label =
    one.errorRows === 0
      ? t("Import {units}", { units: unitsWords(validRows) })
      : t("Import {units}, skip rows with errors", { units: unitsWords(validRows) });
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      {validRows === 0 || edited ? null : (
        <ConfirmButton
          label={label}
          title={t("Import {units} as drafts?", { units: unitsWords(validRows) })}
          confirmLabel={t("Import")}
          tone={one.errorRows === 0 ? "primary" : "plain"}
          busy={start.isPending}
          onConfirm={() => start.mutate(one.errorRows > 0)}
        >
          {one.errorRows === 0
            ? t("All of them are imported, or none. Buyers see them once you publish them.")
            : t("We skip {rows} with errors for good. All others are imported, or none.", {
                rows: rowsWords(one.errorRows),
              })}
        </ConfirmButton>
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

function columnsFor(
  { mapping }: UnitImport,
  edits: Edits,
  onEdit: (row: number, column: number, text: string) => void,
): readonly Column<ImportRow>[] {
  const textOf = ({ row, cells }: ImportRow, field: string) => {
    const column = mapping.indexOf(field);
    return edits.get(keyOf(row, column))?.text ?? cells[column] ?? "";
  };
  return [
    { name: t("Row"), right: true, render: ({ row }) => row },
    {
      name: t("Stock number"),
      render: (row) => <span className="wrap-anywhere">{textOf(row, "stockNumber")}</span>,
    },
    {
      name: t("Unit"),
      render: (row) =>
        ["modelYear", "manufacturer", "model"].map((field) => textOf(row, field)).join(" "),
    },
    { name: t("Starting price"), right: true, render: (row) => textOf(row, "startingPrice") },
    {
      name: t("Errors"),
      render: (row) =>
        row.errors.length === 0 ? (
          <span className="text-soft">{t("None")}</span>
        ) : (
          <div className="grid min-w-48 gap-2 py-1 text-left">
            {row.errors.map(({ field, column, message }) =>
              column === null ? (
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
