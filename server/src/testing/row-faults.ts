import type { Client } from "pg";
import { describeStatement, type DescribedColumn } from "./describe-statement.ts";
import { HOLE, type ColumnType, type WrittenStatement } from "./statements-of.ts";

/** Values to try for the dynamic parts of a statement. */
const fillers = ["", "true", "id", "1"];
const MAX_FILLED_HOLES = 4;

/**
 * Compares a statement's Row type with the database and returns the mismatches as sentences; null
 * when no valid form of the statement was found. A text with holes is matched to one of `runTexts`,
 * which were executed, or else filled.
 */
export async function rowFaults(
  client: Client,
  { at, texts, row }: WrittenStatement,
  runTexts: ReadonlySet<string>,
): Promise<string[] | null> {
  const whole = texts.filter((text) => !text.includes(HOLE));
  const faults: string[] = [];
  let described = 0;
  for (const text of whole) {
    try {
      const columns = await describeStatement(client, text);
      faults.push(...columnFaults(row, columns));
      described += 1;
    } catch (error) {
      faults.push(`the database refuses it: ${String(error)}`);
    }
  }
  if (row !== null && described === 0) {
    for (const text of texts.filter((each) => each.includes(HOLE))) {
      const columns = await describeAssembled(client, text, row, runTexts);
      if (columns === null) continue;
      faults.push(...columnFaults(row, columns));
      described += 1;
    }
    if (described === 0) return null;
  }
  return [...new Set(faults)].map((fault) => `${at}: ${fault}`);
}

async function describeAssembled(
  client: Client,
  text: string,
  row: ReadonlyMap<string, ColumnType>,
  runTexts: ReadonlySet<string>,
): Promise<DescribedColumn[] | null> {
  const pattern = text
    .split(HOLE)
    .map((part) =>
      part
        .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
        .replaceAll(/\\\$\d+/g, String.raw`\$\d+`),
    )
    .join(String.raw`[\s\S]*`);
  const matching = new RegExp(`^${pattern}$`);
  const run = [...runTexts].find((each) => matching.test(each));
  if (run !== undefined) return describeStatement(client, run);
  const holes = text.split(HOLE).length - 1;
  if (holes > MAX_FILLED_HOLES) return null;
  for (let choice = 0; choice < fillers.length ** holes; choice += 1) {
    let left = choice;
    const filled = text.replaceAll(HOLE, () => {
      const filler = fillers[left % fillers.length] ?? "";
      left = Math.floor(left / fillers.length);
      return filler;
    });
    const columns = await describeStatement(client, filled).catch(() => null);
    // Fewer columns than in the Row type mean that the text was filled wrongly.
    if (columns !== null && columns.length >= row.size) return columns;
  }
  return null;
}

function columnFaults(
  row: ReadonlyMap<string, ColumnType> | null,
  columns: readonly DescribedColumn[],
): string[] {
  return [...(row ?? [])].flatMap(([name, said]) => {
    const column = columns.find((each) => each.name === name);
    if (column === undefined) return said.isOptional ? [] : [`no column ${name}`];
    const { type } = column;
    const takesAny = type === "json" || said.types.has("unknown");
    if (!takesAny && (said.types.size !== 1 || !said.types.has(type)))
      return [`${name} is ${type}, not ${[...said.types].join(" or ")}`];
    return column.isNullable === true && !said.isNullable && !said.types.has("unknown")
      ? [`${name} may be null`]
      : [];
  });
}
