import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { email as emailSchema } from "@gavelyard/contract/common";
import { personName } from "@gavelyard/contract/sign-in/sign-in";
import type { Pool } from "pg";
import { pino } from "pino";
import { withClient } from "../db/client.ts";
import { migrateOwn } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { discardSecrets } from "../db/secrets/secrets.ts";
import { isInUse } from "../db/reset-sql.ts";
import { Bus } from "../events/bus.ts";
import { Refusal } from "../refusal.ts";
import { act } from "../events/act.ts";
import { vouchFor } from "../proposals/vouch.ts";
import { resetFactors } from "./factors/reset-factors.ts";
import { AdministratorError, grantAdministrator } from "./first-admin.ts";
import { accountByEmail } from "./sql.ts";

export const adminUsage =
  'Usage: npm run admin -- --email ada@example.com [--name "Ada Park"] [--password …]\n       npm run admin -- --email ada@example.com --reset-factors\n       npm run admin -- --email sam@example.com --vouch\n       npm run admin -- --discard-secrets';

export interface Terminal {
  print(line: string): void;
  /** Prompts for a password without echoing it; null without an interactive terminal. */
  askPassword: ((question: string) => Promise<string>) | null;
}

/**
 * Runs `npm run admin`: creates an administrator or promotes an account (D4). Takes the password
 * from the arguments, otherwise prompts for it, otherwise generates one and prints it once. With
 * `--reset-factors` it only removes an account's second factors (D45), with `--vouch` it vouches for
 * an account on staff where no other administrator can (D38), and with `--discard-secrets` it
 * discards the stored secrets whose key is lost.
 * @throws AdministratorError with a line for the terminal
 */
export async function administer(
  args: readonly string[],
  databaseUrl: string,
  terminal: Terminal,
): Promise<void> {
  if (args.join(" ") === "--discard-secrets") return discard(databaseUrl, terminal);
  const { email, name, given, reset, vouch } = parseArguments(args);
  if (vouch) {
    await withDatabase(databaseUrl, (context) =>
      onAccount(context, email, (id) => vouchFor(context, id, null)),
    );
    terminal.print(`${email} now counts as a person of its own.`);
    return;
  }
  if (reset) {
    const from = { by: null, reason: "At the command line" };
    await withDatabase(databaseUrl, (context) =>
      onAccount(context, email, (id) =>
        act(context, (tx, record) => resetFactors(tx, record, id, from)),
      ),
    );
    terminal.print(`${email} now signs in with only the password. All sessions have ended.`);
    return;
  }
  const asked = given ?? (await terminal.askPassword?.("Password (leave blank to generate one): "));
  const typed = asked === undefined || asked === "" ? null : asked;
  const password = typed ?? randomBytes(15).toString("base64url");

  const done = await withDatabase(databaseUrl, (context) =>
    grantAdministrator(context, { email, name, password }),
  );
  terminal.print(
    done === "opened"
      ? `${email} is now an administrator.`
      : `${email} already had an account. It is now an administrator with the new password.`,
  );
  if (typed === null) terminal.print(`Password: ${password}`);
}

/** Discards the stored secrets, so that the marketplace can open without their key. */
async function discard(databaseUrl: string, terminal: Terminal): Promise<void> {
  const connection = { connectionString: databaseUrl, application_name: "admin" };
  if (await withClient(connection, isInUse))
    throw new AdministratorError("Gavelyard is running on this database. Stop it first.");
  const done = await withDatabase(databaseUrl, ({ pool }) => discardSecrets(pool));
  terminal.print(
    done
      ? "Secrets discarded. The next start creates new ones. Data encrypted with the old ones can't be read anymore."
      : "There are no secrets. Nothing was changed.",
  );
}

async function withDatabase<T>(
  databaseUrl: string,
  work: (context: { readonly pool: Pool; readonly bus: Bus }) => Promise<T>,
): Promise<T> {
  await migrateOwn(databaseUrl);
  const pool = createPool(databaseUrl, 2);
  try {
    return await work({ pool, bus: new Bus(databaseUrl, pino({ level: "silent" })) });
  } finally {
    await pool.end();
  }
}

async function onAccount(
  { pool }: { readonly pool: Pool },
  email: string,
  work: (userId: number) => Promise<void>,
): Promise<void> {
  const account = await accountByEmail(pool, email);
  if (account === null) throw new AdministratorError(`${email} has no account.`);
  await work(account.id).catch((error: unknown) => {
    throw error instanceof Refusal ? new AdministratorError(`${error.message}.`) : error;
  });
}

function parseArguments(args: readonly string[]): {
  email: string;
  name: string;
  given?: string;
  reset: boolean;
  vouch: boolean;
} {
  const options = {
    email: { type: "string" },
    name: { type: "string" },
    password: { type: "string" },
    "reset-factors": { type: "boolean", default: false },
    vouch: { type: "boolean", default: false },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const email = emailSchema.parse(values.email);
    const name = personName.parse(values.name ?? "Administrator");
    const { "reset-factors": reset, vouch, password: given } = values;
    return { email, name, reset, vouch, ...(given === undefined ? {} : { given }) };
  } catch {
    throw new AdministratorError(adminUsage);
  }
}
