import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { runStatements } from "./run-statements.ts";

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a migrated database that only the caller uses. */
export async function openDatabase(): Promise<TestDatabase> {
  const name = `gavelyard_test_${randomBytes(6).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${inject("migratedTemplate")}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

const onServer = (statement: string) => runStatements(inject("postgresUrl"), [statement]);
