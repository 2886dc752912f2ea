import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { migrate } from "../db/migrate.ts";
import { runStatements } from "./run-statements.ts";

/** A database for one test file. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates and migrates a database that nobody else uses. */
export async function openDatabase(): Promise<TestDatabase> {
  const name = `gavelyard_test_${randomBytes(6).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  await migrate(url.href);
  return { url: url.href, drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

const onServer = (statement: string) => runStatements(inject("postgresUrl"), [statement]);
