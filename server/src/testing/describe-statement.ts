import { types, type Client, type Connection, type FieldDef } from "pg";

/** The database's description of a column of a statement's rows. */
export interface DescribedColumn {
  readonly name: string;
  /** Type that `pg` parses it to, such as `string`, `Date` or `number[]`. */
  readonly type: string;
  /** Whether the table's column can be null; null for a computed column. */
  readonly isNullable: boolean | null;
}

/**
 * Returns the columns of a statement's rows. The database describes the statement without running
 * it.
 */
export async function describeStatement(client: Client, text: string): Promise<DescribedColumn[]> {
  const fields = await new Promise<readonly FieldDef[]>((resolve, reject) => {
    client.query(new Describe(text, resolve, reject));
  });
  const { rows } = await client.query<{ relation: number; column: number; is_nullable: boolean }>(
    `SELECT a.attrelid::int AS relation, a.attnum AS column, NOT a.attnotnull AS is_nullable
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relkind = 'r' AND a.attrelid = ANY ($1::int[])`,
    [fields.map((field) => field.tableID)],
  );
  return fields.map((field) => ({
    name: field.name,
    type: typeNames.get(field.dataTypeID) ?? `type ${field.dataTypeID}`,
    isNullable:
      rows.find(({ relation, column }) => relation === field.tableID && column === field.columnID)
        ?.is_nullable ?? null,
  }));
}

const { BOOL, BYTEA, DATE, FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC, OID } = types.builtins;
const { BPCHAR, INET, JSON, JSONB, TEXT, TIMESTAMPTZ, UUID, VARCHAR, XID } = types.builtins;

/** Type names by type OID, with the parsers that `db/pool.ts` sets. */
const typeNames = new Map<number, string>([
  ...[INT2, INT4, INT8, NUMERIC, FLOAT4, FLOAT8, OID].map((oid) => [oid, "number"] as const),
  ...[TEXT, VARCHAR, BPCHAR, UUID, INET, XID].map((oid) => [oid, "string"] as const),
  ...[DATE, TIMESTAMPTZ].map((oid) => [oid, "Date"] as const),
  ...[JSON, JSONB].map((oid) => [oid, "json"] as const),
  [BOOL, "boolean"],
  [BYTEA, "Buffer"],
  // The library has no constants for these: name, regclass; arrays of name, text, int, bigint,
  // timestamptz.
  [19, "string"],
  [2205, "string"],
  [1003, "string[]"],
  [1009, "string[]"],
  [1007, "number[]"],
  [1016, "number[]"],
  [1185, "Date[]"],
]);

class Describe {
  readonly #text: string;
  readonly #resolve: (fields: readonly FieldDef[]) => void;
  readonly #reject: (error: Error) => void;
  #fields: readonly FieldDef[] = [];

  constructor(
    text: string,
    resolve: (fields: readonly FieldDef[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    connection.parse({ name: "", text: this.#text, types: [] }, true);
    connection.describe({ type: "S" }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#fields = fields;
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}
