import { types, type Connection, type FieldDef } from "pg";
import type { Statement } from "./statement.ts";

/** The statements that a connection has prepared, by name, with the columns of their rows. */
export type PreparedStatements = Map<string, readonly Column[]>;

interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

/** The outcome of a flight. After an error the server skips the remaining statements. */
export interface FlightOutcome {
  readonly rows: readonly (readonly object[])[];
  /** Command tag of the last completed statement, such as "COMMIT". */
  readonly command: string;
  readonly error: Error | null;
}

/**
 * A batch of statements that is sent and answered as one message, in the form of a `pg` query. In
 * the client's own pipeline mode the server answers each statement separately, which wakes both
 * sides each time (docs/decisions/0018).
 */
export class Flight {
  readonly #statements: readonly Statement[];
  readonly #prepared: PreparedStatements;
  readonly #onEnd: (outcome: FlightOutcome) => void;
  readonly #rows: object[][];
  #done = 0;
  #columns: readonly Column[] = [];
  #command = "";

  constructor(
    statements: readonly Statement[],
    prepared: PreparedStatements,
    onEnd: (outcome: FlightOutcome) => void,
  ) {
    this.#statements = statements;
    this.#prepared = prepared;
    this.#onEnd = onEnd;
    this.#rows = statements.map(() => []);
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const { name, text, values } of this.#statements) {
      const isNew = !this.#prepared.has(name);
      if (isNew) {
        this.#prepared.set(name, []);
        connection.parse({ name, text, types: [] }, true);
      }
      const sent = values.map((value) =>
        value === null || Buffer.isBuffer(value) ? value : String(value),
      );
      connection.bind({ statement: name, values: sent }, true);
      if (isNew) connection.describe({ type: "P" }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    const name = this.#statements[this.#done]?.name;
    if (name === undefined) return;
    this.#prepared.set(
      name,
      fields.map((field) => ({ name: field.name, read: types.getTypeParser(field.dataTypeID) })),
    );
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const rows = this.#rows[this.#done] ?? [];
    if (rows.length === 0)
      this.#columns = this.#prepared.get(this.#statements[this.#done]?.name ?? "") ?? [];
    const row: Record<string, unknown> = {};
    this.#columns.forEach(({ name, read }, index) => {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : read(text);
    });
    rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#command = text;
    this.#done += 1;
  }

  handleReadyForQuery(): void {
    this.#end(null);
  }

  handleError(error: Error): void {
    this.#end(error);
  }

  #end(error: Error | null): void {
    this.#onEnd({ rows: this.#rows.slice(0, this.#done), command: this.#command, error });
  }
}
