/** A column of rows that are sent as arrays, one for each column. */
export interface ArrayColumn<Row> {
  readonly name: string;
  /** What the array is of. */
  readonly type: string;
  readonly of: (row: Row) => string | number | boolean | null;
  /** Its texts may hold anything; those of others hold nothing that an array would need escaped. */
  readonly free?: true;
}

/** The arrays of some rows as values of a statement. */
export function rowArrays<Row>(
  columns: readonly ArrayColumn<Row>[],
  rows: readonly Row[],
): string[] {
  return columns.map((column) =>
    (column.free === true ? textArray : plainArray)(rows.map(column.of)),
  );
}

/** The same rows read back in a statement: `unnest(…) AS c(…)`, the arrays being `$1`, `$2` and so on. */
export function unnestArrays(
  columns: readonly { readonly name: string; readonly type: string }[],
): string {
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`);
  return `unnest(${arrays.join()}) AS c(${columns.map(({ name }) => name).join()})`;
}

type Element = string | number | boolean | null;

/** An array as the database reads it, of what needs no quotes: numbers and our own words. */
export function plainArray(values: readonly Element[]): string {
  return `{${values.map((value) => value ?? "NULL").join()}}`;
}

/** An array as the database reads it, of any texts. */
export function textArray(values: readonly Element[]): string {
  return plainArray(
    values.map((value) =>
      value === null ? null : `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`,
    ),
  );
}

/** Bytes given in hexadecimal, as an element of a plain array of `bytea`. */
export function bytesElement(hex: string | null): string | null {
  return hex === null ? null : `\\\\x${hex}`;
}
