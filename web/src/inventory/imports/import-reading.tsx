import type { Reading, UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { encodings, separators } from "@gavelyard/contract/inventory/unit-table";
import { plural, t } from "@gavelyard/messages/text";
import { useAction } from "../../api/use-action.ts";
import { Card } from "../../ui/card.tsx";
import { CheckField, SelectField } from "../../ui/form/field.tsx";
import { importKeys } from "./import-api.ts";

const separatorNames: Readonly<Record<(typeof separators)[number], string>> = {
  ",": t("Comma"),
  ";": t("Semicolon"),
  "\t": t("Tab"),
  "|": t("Vertical bar"),
};
const encodingNames: Readonly<Record<(typeof encodings)[number], string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": t("Windows, Western"),
  macintosh: t("Old Mac, Western"),
};
/** Column names shown in the choice of a row. */
const SHOWN_CELLS = 6;

/** How the file was read, to choose another way. Choosing reads it again and guesses the columns. */
export function ImportReading({ one, reading }: { one: UnitImport; reading: Reading }) {
  const again = useAction(
    (call, change: Partial<ReturnType<typeof choiceOf>>) =>
      call("readUnitImport", {
        params: { id: String(one.id) },
        body: { ...choiceOf(one, reading), ...change },
      }),
    {
      done: t("File read again"),
      failed: t("Couldn't read the file again."),
      refresh: importKeys,
    },
  );
  return (
    <Card title={t("How we read the file")}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3" aria-busy={again.isPending}>
        <SelectField
          label={t("Row of column names")}
          className="min-w-0"
          disabled={again.isPending}
          value={reading.headerRow}
          onChange={({ target }) => again.mutate({ headerRow: Number(target.value) })}
        >
          <option value={0}>{t("None: the first row is a unit")}</option>
          {reading.head.map(({ row, cells }) => (
            <option key={row} value={row}>
              {t("Row {row}: {cells}", { row, cells: cells.slice(0, SHOWN_CELLS).join(" · ") })}
            </option>
          ))}
        </SelectField>
        {reading.separator === null ? null : (
          <SelectField
            label={t("Separator")}
            disabled={again.isPending}
            value={reading.separator}
            onChange={({ target }) =>
              again.mutate({
                separator: separators.find((one) => one === target.value),
                headerRow: undefined,
              })
            }
          >
            {separators.map((separator) => (
              <option key={separator} value={separator}>
                {separatorNames[separator]}
              </option>
            ))}
          </SelectField>
        )}
        {reading.encoding === null ? null : (
          <SelectField
            label={t("Character set")}
            hint={t("Change it if accents look wrong.")}
            disabled={again.isPending}
            value={reading.encoding}
            onChange={({ target }) =>
              again.mutate({ encoding: encodings.find((one) => one === target.value) })
            }
          >
            {encodings.map((encoding) => (
              <option key={encoding} value={encoding}>
                {encodingNames[encoding]}
              </option>
            ))}
          </SelectField>
        )}
        {reading.sheets.length < 2 ? null : (
          <SelectField
            label={t("Sheet")}
            disabled={again.isPending}
            value={one.sheet ?? ""}
            onChange={({ target }) =>
              again.mutate({ sheet: target.value, headerRow: undefined, withHidden: false })
            }
          >
            {reading.sheets.map((sheet) => (
              <option key={sheet}>{sheet}</option>
            ))}
          </SelectField>
        )}
      </div>
      {reading.hiddenRows === 0 ? null : (
        <CheckField
          className="mt-4"
          label={plural(
            reading.hiddenRows,
            "Include {n} row that the spreadsheet hides",
            "Include {n} rows that the spreadsheet hides",
          )}
          disabled={again.isPending}
          checked={reading.withHidden}
          onChange={({ target }) => again.mutate({ withHidden: target.checked })}
        />
      )}
    </Card>
  );
}

/** The way in which the file was read, as the call takes it. */
const choiceOf = ({ sheet }: UnitImport, reading: Reading) => ({
  separator: reading.separator ?? undefined,
  encoding: reading.encoding ?? undefined,
  sheet: sheet ?? undefined,
  headerRow: reading.headerRow,
  withHidden: reading.withHidden,
});
