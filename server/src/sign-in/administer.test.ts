import { afterAll, beforeAll, expect, test } from "vitest";
import { createPool } from "../db/pool.ts";
import { openedBy } from "../testing/opened-by.ts";
import { openAuthApp, password, type AuthApp } from "../testing/auth-app.ts";
import { openDatabase } from "../testing/database.ts";
import { openPlainSecrets } from "../testing/secrets.ts";
import { administer, adminUsage } from "./administer.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

async function run(args: string[], typed: string | null = null): Promise<string[]> {
  const lines: string[] = [];
  await administer(args, app.databaseUrl, {
    print: (line) => lines.push(line),
    askPassword: typed === null ? null : async () => typed,
  });
  return lines;
}

const roleOf = async (email: string, secret: string) =>
  (await app.logIn(email, secret)).json().userRole;

test("a password can be an argument or typed", async () => {
  const [first, second] = [app.newEmail(), app.newEmail()];
  await run(["--email", first, "--name", "Ada Park", "--password", password]);
  expect(await roleOf(first, password)).toBe("ROLE_ADMIN");
  const printed = await run(["--email", second], password);
  expect(await roleOf(second, password)).toBe("ROLE_ADMIN");
  expect(printed.join()).not.toContain(password);
});

test("without a password, one is generated and printed once", async () => {
  for (const typed of [null, ""]) {
    const email = app.newEmail();
    const printed = await run(["--email", email, "--name", "Ada Park"], typed);
    const generated = /^Password: (\S{20})$/.exec(printed[1] ?? "")?.[1] ?? "";
    expect(await roleOf(email, generated)).toBe("ROLE_ADMIN");
  }
});

test("an existing account is promoted, also in a running server", async () => {
  const { email, jwt } = await app.customer();
  expect((await app.get("/api/user/current", jwt)).statusCode).toBe(200);
  await run(["--email", email.toUpperCase(), "--name", "Any Name", "--password", password]);
  await expect.poll(async () => (await app.get("/api/user/current", jwt)).statusCode).toBe(401);
  expect(await roleOf(email, password)).toBe("ROLE_ADMIN");
});

test("an account whose second factors are reset signs in with the password (D45)", async () => {
  const { email, jwt, userId } = await app.administrator();
  await expect(run(["--email", email, "--reset-factors"])).rejects.toThrow(
    "This account has no passkey and no authenticator app.",
  );
  await app.query(
    "INSERT INTO authenticator_apps (user_id, secret, last_step) VALUES ($1, 'sealed', 0)",
    [userId],
  );
  expect((await app.logIn(email)).json().jwt).toBeUndefined();
  await run(["--email", email, "--reset-factors"]);
  await expect.poll(async () => (await app.get("/api/user/current", jwt)).statusCode).toBe(401);
  expect(await roleOf(email, password)).toBe("ROLE_ADMIN");
  await expect(run(["--email", app.newEmail(), "--reset-factors"])).rejects.toThrow(
    "has no account",
  );
});

test("vouches for an account that an administrator opened (D38)", async () => {
  const admin = await app.administrator();
  const opened = await openedBy(app, admin);
  const opener = async () =>
    (await app.get(`/api/adminsupport/${opened.userId}`, admin.jwt)).json().openedBy;
  expect(await opener()).toMatchObject({ id: admin.userId });
  await run(["--email", opened.email, "--vouch"]);
  expect(await opener()).toBeNull();
  await expect(run(["--email", admin.email, "--vouch"])).rejects.toThrow("already stands");
});

test("secrets whose key is lost can be discarded, but not while a server runs", async () => {
  await expect(run(["--discard-secrets"])).rejects.toThrow("Gavelyard is running");
  const database = await openDatabase();
  const terminal = { print: (line: string) => lines.push(line), askPassword: null };
  const lines: string[] = [];
  const pool = createPool(database.url, 1);
  await openPlainSecrets(pool);
  await pool.end();
  const discard = () => administer(["--discard-secrets"], database.url, terminal);
  // PostgreSQL lists a connection for a moment after its client has closed it.
  await expect.poll(discard).toBeUndefined();
  await expect.poll(discard).toBeUndefined();
  expect(lines).toEqual([
    expect.stringContaining("Secrets discarded"),
    "There are no secrets. Nothing was changed.",
  ]);
  await database.drop();
});

test.each([
  [],
  ["--name", "Ada Park"],
  ["--email", "nobody", "--name", "Ada Park"],
  ["--email", "ada@example.com", "--name", "Ada Park", "--role", "x"],
])("bad arguments print the usage", async (...args) => {
  await expect(run(args)).rejects.toThrow(adminUsage);
});
