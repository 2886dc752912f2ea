declare const row: unique symbol;

/** A prepared statement with its values; `Row` is what its rows look like. */
export interface Statement<Row extends object = object> {
  readonly name: string;
  readonly text: string;
  readonly values: (string | number | boolean | Buffer | null)[];
  readonly [row]?: Row;
}

/** A pool, a client or a transaction: whatever runs one statement. */
export interface StatementRunner {
  query<Row extends object>(statement: Statement): Promise<{ rows: Row[] }>;
}

const texts = new Map<string, string>();

/**
 * Builds a statement. Connections prepare it once by its name.
 * @throws when the name stands for another text already
 */
export function prepared<Row extends object>(
  name: string,
  text: string,
  values: Statement["values"] = [],
): Statement<Row> {
  if ((texts.get(name) ?? text) !== text) throw new Error(`two statements are named ${name}`);
  texts.set(name, text);
  return { name, text, values };
}

/** Runs one statement and returns its rows. */
export async function run<Row extends object>(
  db: StatementRunner,
  statement: Statement<Row>,
): Promise<Row[]> {
  return (await db.query<Row>(statement)).rows;
}
