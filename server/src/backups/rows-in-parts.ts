const PAGE_SIZE = 500;
export const FIRST_UUID = "00000000-0000-0000-0000-000000000000";

/** Yields a table's rows in key order, read in pages. `first` sorts before every key. */
export async function* rowsInParts<Row, Key>(
  first: Key,
  read: (after: Key, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row> {
  for (let after = first, full = true; full;) {
    const rows = await read(after, PAGE_SIZE);
    for (const row of rows) {
      after = keyOf(row);
      yield row;
    }
    full = rows.length === PAGE_SIZE;
  }
}
