import { t } from "@gavelyard/messages/text";
import { Download, Table2 } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/list/data-table.tsx";
import { saveCsv } from "../ui/list/save-csv.ts";

/** A column of a chart's data: `value` for the file, `shown` for the screen. */
export interface ChartColumn<Row> {
  readonly name: string;
  readonly value: (row: Row) => string | number | null;
  readonly shown?: (row: Row) => string;
  readonly right?: boolean;
}

export function ChartFigure<Row>({
  title,
  file,
  summary,
  rows,
  columns,
  empty,
  children,
}: {
  title: string;
  file: string;
  /** What the chart shows, in one sentence, for screen readers. */
  summary: string;
  rows: readonly Row[];
  /** The first column names the row. */
  columns: readonly [ChartColumn<Row>, ...ChartColumn<Row>[]];
  empty: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const shown = ({ value, shown: show }: ChartColumn<Row>, row: Row) =>
    show?.(row) ?? String(value(row) ?? "");
  const save = () =>
    saveCsv(
      `${file}.csv`,
      rows.map((row) => Object.fromEntries(columns.map(({ name, value }) => [name, value(row)]))),
    );
  return (
    <figure aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-sheet p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <figcaption id={id}>
          <h2 className="text-lg">{title}</h2>
        </figcaption>
        <div className="flex gap-2">
          <Button tone="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            <Table2 aria-hidden className="size-4" />{" "}
            {asTable ? t("Show as chart") : t("Show as table")}
          </Button>
          <Button tone="quiet" aria-label={t("CSV of {title}", { title })} onClick={save}>
            <Download aria-hidden className="size-4" /> {t("CSV")}
          </Button>
        </div>
      </div>
      {asTable ? (
        <div
          tabIndex={0}
          role="region"
          aria-label={t("{title}, table", { title })}
          className="max-h-96 overflow-auto"
        >
          <DataTable
            ownScroll={false}
            label={title}
            columns={columns.map((column) => ({
              name: column.name,
              right: column.right ?? false,
              render: (row: Row) => shown(column, row),
            }))}
            rows={rows}
            keyOf={(row) => shown(columns[0], row)}
            nameOf={(row) => shown(columns[0], row)}
            empty={t("Nothing in this period.")}
          />
        </div>
      ) : (
        <>
          <p className="mb-2 text-sm text-soft">{summary}</p>
          {empty ? null : (
            <div role="img" aria-label={`${title}. ${summary}`}>
              {/* The chart's elements are hidden from screen readers, which get the summary. */}
              <div aria-hidden>{children}</div>
            </div>
          )}
        </>
      )}
    </figure>
  );
}
