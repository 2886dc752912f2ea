const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the fields that the page's state needs: the HTML already has the placeholders. */
const fieldsOf = (value: unknown): string[] =>
  isRecord(value)
    ? Object.keys(value).filter((key) => key !== "placeholder" && value[key] !== undefined)
    : [];

/**
 * Packs data for the page's HTML: rows with the same fields name them once. An array becomes
 * `[fields, ...columns]` or `[0, ...values]`.
 */
export function pack(value: unknown): unknown {
  if (Array.isArray(value)) {
    const rows: readonly unknown[] = value;
    const fields = fieldsOf(rows[0]);
    const names = fields.join();
    if (names === "" || rows.some((row) => fieldsOf(row).join() !== names))
      return [0, ...rows.map(pack)];
    const tables = rows.filter(isRecord);
    return [fields, ...fields.map((field) => pack(tables.map((row) => row[field])))];
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(fieldsOf(value).map((field) => [field, pack(value[field])]));
}

/** Reverses `pack`, except for the placeholders. */
export function unpack(value: unknown): unknown {
  if (Array.isArray(value)) {
    const [fields, ...rest]: readonly unknown[] = value;
    const columns = rest.map(unpack);
    if (!Array.isArray(fields)) return columns;
    const [first] = columns;
    return (Array.isArray(first) ? first : []).map((_value, row) =>
      Object.fromEntries(
        columns.map((column, at) => [fields[at], Array.isArray(column) ? column[row] : null]),
      ),
    );
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, unpack(one)]));
}
