import { afterAll, beforeAll, expect, test } from "vitest";
import { createPool } from "../db/pool.ts";
import { openAuthApp, password, type AuthApp } from "../testing/auth-app.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
  // The trigger blocks new sessions of users named "Held…" until this lock is free.
  await app.query(`CREATE FUNCTION hold_session() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT name LIKE 'Held%' FROM users WHERE id = NEW.user_id) THEN
        PERFORM pg_advisory_xact_lock_shared(NEW.user_id);
      END IF;
      RETURN NEW;
    END $$`);
  await app.query(`CREATE TRIGGER hold_session BEFORE INSERT ON sessions
    FOR EACH ROW EXECUTE FUNCTION hold_session()`);
});
afterAll(() => app.close());

const works = async (jwt: string) => (await app.get("/api/user/current", jwt)).statusCode === 200;

/** Waits until this many connections of the app are waiting for a lock. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const rows = await app.query(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(count);

/** Blocks every new session of a user while `during` runs. */
async function whileHeld<T>(userId: number, during: (release: () => Promise<void>) => Promise<T>) {
  await app.query("UPDATE users SET name = 'Held ' || name WHERE id = $1", [userId]);
  const pool = createPool(app.databaseUrl, 1);
  const holder = await pool.connect();
  let held = true;
  const release = async () => {
    if (held) await holder.query("SELECT pg_advisory_unlock($1)", [userId]);
    held = false;
  };
  try {
    await holder.query("SELECT pg_advisory_lock($1)", [userId]);
    return await during(release);
  } finally {
    await release();
    holder.release();
    await pool.end();
  }
}

test.each([
  ["password is changed", "password_hash = 'another'"],
  ["account is suspended", "status = 'SUSPENDED'"],
])("a sign-in whose %s while its password is checked is refused", async (_what, change) => {
  const { userId, email } = await app.customer();
  const pool = createPool(app.databaseUrl, 1);
  const other = await pool.connect();
  await other.query("BEGIN");
  await other.query(`UPDATE users SET ${change} WHERE id = $1`, [userId]);
  const signIn = app.logIn(email);
  await waiting(1);
  await other.query("COMMIT");
  other.release();
  await pool.end();
  expect((await signIn).json()).toMatchObject({
    statusCode: 401,
    message: "Incorrect email or password",
  });
});

test("a password change whose password is reset while the new one is hashed is refused", async () => {
  const { userId, jwt } = await app.customer();
  const pool = createPool(app.databaseUrl, 1);
  const owner = await pool.connect();
  await owner.query("BEGIN");
  await owner.query("UPDATE users SET password_hash = 'of the owner' WHERE id = $1", [userId]);
  const body = { userId, currentPassword: password, newPassword: "a much longer road 8" };
  const changing = app.post("/api/users/change-password", body, jwt);
  await waiting(1);
  await owner.query("COMMIT");
  owner.release();
  await pool.end();
  expect((await changing).json()).toMatchObject({ statusCode: 400, code: "wrong-password" });
  expect(await app.query("SELECT password_hash FROM users WHERE id = $1", [userId])).toEqual([
    { password_hash: "of the owner" },
  ]);
});

test.each(["a password change", "a sign-out", "the end of a sign-in"])(
  "a session renewed during %s ends with the others",
  async (way) => {
    const { userId, email, jwt } = await app.customer();
    const other: string = (await app.logIn(email)).json().jwt;
    const end = async () => {
      if (way === "a password change") {
        const body = { userId, currentPassword: password, newPassword: "a much longer road 7" };
        return app.post("/api/users/change-password", body, other);
      }
      if (way === "a sign-out") return app.post("/auth/logout", undefined, jwt);
      const signIns: { id: string; current: boolean }[] = (
        await app.get("/api/user/sessions", other)
      ).json();
      const mine = signIns.find(({ current }) => !current);
      return app.delete(`/api/user/sessions/${mine?.id}`, other);
    };
    await whileHeld(userId, async (release) => {
      const renewed = app.post("/auth/refresh-token", { token: jwt });
      await waiting(1);
      const ending = end();
      // Without its own lock, the revocation would finish before the new session exists.
      await Promise.race([waiting(2), ending]);
      await release();
      expect((await ending).statusCode).toBe(200);
      const reply = await renewed;
      if (reply.statusCode === 200) expect(await works(reply.json().jwt)).toBe(false);
    });
    expect(await works(jwt)).toBe(false);
  },
);
