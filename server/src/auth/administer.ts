import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { email as emailSchema } from "@gavelyard/contract/common";
import { personName } from "@gavelyard/contract/auth";
import { pino } from "pino";
import { migrate } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { Bus } from "../events/bus.ts";
import { AdministratorError, grantAdministrator } from "./first-admin.ts";

export const adminUsage =
  'Usage: npm run admin -- --email ada@example.com [--name "Ada Park"] [--password …]';

/** The person at the keyboard. */
export interface Terminal {
  print(line: string): void;
  /** Asks for a password without showing it; null where nobody can be asked. */
  askPassword: ((question: string) => Promise<string>) | null;
}

/**
 * The command `npm run admin`: makes an account an administrator's, or opens one (D4). A password
 * is taken from the arguments, else asked for, else generated and printed once.
 * @throws AdministratorError with a line for the person at the keyboard
 */
export async function administer(
  args: readonly string[],
  databaseUrl: string,
  terminal: Terminal,
): Promise<void> {
  const { email, name, given } = parseArguments(args);
  const asked = given ?? (await terminal.askPassword?.("Password (leave blank to generate one): "));
  const typed = asked === undefined || asked === "" ? null : asked;
  const password = typed ?? randomBytes(15).toString("base64url");

  await migrate(databaseUrl);
  const pool = createPool(databaseUrl, 2);
  try {
    const bus = new Bus(databaseUrl, pino({ level: "silent" }));
    const done = await grantAdministrator({ pool, bus }, { email, name, password });
    terminal.print(
      done === "opened"
        ? `${email} is now an administrator.`
        : `${email} already had an account. It is now an administrator with the new password.`,
    );
    if (typed === null) terminal.print(`Password: ${password}`);
  } finally {
    await pool.end();
  }
}

function parseArguments(args: readonly string[]): { email: string; name: string; given?: string } {
  const options = {
    email: { type: "string" },
    name: { type: "string" },
    password: { type: "string" },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const email = emailSchema.parse(values.email);
    const name = personName.parse(values.name ?? "Administrator");
    return values.password === undefined
      ? { email, name }
      : { email, name, given: values.password };
  } catch {
    throw new AdministratorError(adminUsage);
  }
}
