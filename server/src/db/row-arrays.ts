/** Types whose arrays are sent in binary, which costs both sides less than text. */
const packed = {
  bigint: { oid: 20, bytes: 8 },
  int: { oid: 23, bytes: 4 },
  smallint: { oid: 21, bytes: 2 },
  boolean: { oid: 16, bytes: 1 },
  timestamptz: { oid: 1184, bytes: 8 },
  bytea: { oid: 17, bytes: null },
} as const;
type PackedType = keyof typeof packed;

/** PostgreSQL's epoch, from which it counts microseconds. */
const DATABASE_EPOCH_MS = Date.UTC(2000, 0);

type Element = string | number | boolean | null;

export interface ArrayColumn<Row> {
  readonly name: string;
  /** Element type; `bytea` values are hexadecimal, `timestamptz` values are ms since the epoch. */
  readonly type: PackedType | "text" | "inet";
  readonly of: (row: Row) => Element;
  /** Whether values can contain arbitrary text; if not, none needs escaping. */
  readonly free?: true;
}

export function rowArrays<Row>(
  columns: readonly ArrayColumn<Row>[],
  rows: readonly Row[],
): (string | Buffer)[] {
  return columns.map(({ type, of, free }) => {
    const values = rows.map(of);
    if (type !== "text" && type !== "inet") return packedArray(type, values);
    return free === true ? textArray(values) : plainArray(values);
  });
}

/**
 * Builds the SELECT that turns the arrays `$1`, `$2` and so on back into rows. `unnest` in the
 * select list streams an array; in FROM it would copy the array first.
 */
export function selectArrays(
  columns: readonly { readonly name: string; readonly type: string }[],
): string {
  const arrays = arrayParameters(columns);
  return `SELECT ${columns.map(({ name }, index) => `unnest(${arrays[index]}) AS ${name}`).join()}`;
}

function arrayParameters(columns: readonly { readonly type: string }[]): string[] {
  return columns.map(({ type }, index) => `$${index + 1}::${type}[]`);
}

/** Encodes an array in binary; its parameter must have exactly this type. */
export function packedArray(type: PackedType, values: readonly Element[]): Buffer {
  const { oid, bytes } = packed[type];
  let size = values.length === 0 ? 12 : 20;
  let nulls = 0;
  for (const value of values) {
    size += 4;
    if (value === null) nulls = 1;
    else size += bytes ?? String(value).length / 2;
  }
  const array = Buffer.allocUnsafe(size);
  array.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  array.writeInt32BE(nulls, 4);
  let at = array.writeInt32BE(oid, 8);
  if (values.length === 0) return array;
  at = array.writeInt32BE(values.length, at);
  at = array.writeInt32BE(1, at);
  for (const value of values) {
    if (value === null) at = array.writeInt32BE(-1, at);
    else {
      at = array.writeInt32BE(bytes ?? String(value).length / 2, at);
      at = writeElement(array, type, value, at);
    }
  }
  return array;
}

export const bigints = (values: readonly (number | null)[]): Buffer =>
  packedArray("bigint", values);

function writeElement(
  array: Buffer,
  type: PackedType,
  value: string | number | boolean,
  at: number,
): number {
  if (type === "bytea") return at + array.write(String(value), at, "hex");
  const number = Number(value);
  switch (type) {
    case "bigint":
      return writeBigint(array, number, at);
    case "timestamptz":
      return writeBigint(array, (number - DATABASE_EPOCH_MS) * 1_000, at);
    case "int":
      return array.writeInt32BE(number, at);
    case "smallint":
      return array.writeInt16BE(number, at);
    case "boolean":
      return array.writeUInt8(number, at);
  }
}

function writeBigint(array: Buffer, number: number, at: number): number {
  return array.writeUInt32BE(
    number >>> 0,
    array.writeInt32BE(Math.floor(number / 0x1_0000_0000), at),
  );
}

/** Encodes an array as text, of values that need no quotes. */
function plainArray(values: readonly Element[]): string {
  return `{${values.map((value) => value ?? "NULL").join()}}`;
}

export function textArray(values: readonly Element[]): string {
  return plainArray(
    values.map((value) =>
      value === null ? null : `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`,
    ),
  );
}
