import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Where Debian keeps PostgreSQL 15, the newest that its pgBackRest knows. */
const BINARIES = "/usr/lib/postgresql/15/bin";

/** Returns the folder of PostgreSQL 15's commands; null without them or pgBackRest. */
export async function findPgBackRest(): Promise<string | null> {
  return Promise.all([run("pgbackrest", ["version"]), access(`${BINARIES}/initdb`)]).then(
    () => BINARIES,
    () => null,
  );
}
