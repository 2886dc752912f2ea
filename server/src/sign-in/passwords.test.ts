import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, password, type AuthApp } from "../testing/auth-app.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const newPassword = "a much longer road 7";

/** Returns the token of the newest link mailed to an address, other than `previous`. */
async function tokenOf(email: string, previous = ""): Promise<string> {
  let token = "";
  await expect
    .poll(async () => {
      const [mail] = await app.query(
        "SELECT text_body FROM mails WHERE recipient = $1 AND subject LIKE 'Reset your%' ORDER BY id DESC LIMIT 1",
        [email],
      );
      token = /reset-password#token=([\w-]+)/.exec(String(mail?.["text_body"]))?.[1] ?? "";
      return token !== "" && token !== previous;
    })
    .toBe(true);
  return token;
}

describe("a forgotten password", () => {
  test("is replaced once through the emailed link, and all sessions end", async () => {
    const { email, jwt } = await app.customer();
    const asked = await app.post("/auth/forgot-password", { email });
    expect(asked.statusCode).toBe(200);
    const token = await tokenOf(email);
    const reset = await app.post("/auth/reset-password", { token, newPassword });
    expect([reset.statusCode, reset.json().message]).toEqual([
      200,
      "Password changed. Sign in with your new password.",
    ]);
    expect((await app.get("/api/user/current", jwt)).statusCode).toBe(401);
    expect((await app.logIn(email, password)).statusCode).toBe(401);
    expect((await app.logIn(email, newPassword)).statusCode).toBe(200);
    const again = await app.post("/auth/reset-password", { token, newPassword: `${newPassword}x` });
    expect([again.statusCode, again.json().message]).toEqual([
      400,
      "This link isn't valid, was already used or has expired. Request a new one.",
    ]);
    await app.mailTo(email, "password was changed");
  });

  test("accepts only the newest link, for 30 minutes", async () => {
    const { email } = await app.customer();
    await app.post("/auth/forgot-password", { email });
    const first = await tokenOf(email);
    await app.query("DELETE FROM rate_windows WHERE bucket LIKE 'reset-mailbox:%'");
    await app.post("/auth/forgot-password", { email });
    const second = await tokenOf(email, first);
    expect((await app.post("/auth/reset-password", { token: first, newPassword })).statusCode).toBe(
      400,
    );
    await app.query("UPDATE password_resets SET expires_at = clock_ms() - interval '1 second'");
    expect(
      (await app.post("/auth/reset-password", { token: second, newPassword })).statusCode,
    ).toBe(400);
  });

  test("keeps its link when the new password is refused", async () => {
    const { email } = await app.customer();
    await app.post("/auth/forgot-password", { email });
    const token = await tokenOf(email);
    const refused = await app.post("/auth/reset-password", { token, newPassword: "password" });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().issues).toMatchObject([{ path: "newPassword" }]);
    expect((await app.post("/auth/reset-password", { token, newPassword })).statusCode).toBe(200);
  });

  test("gives the same response for an address without an account, which gets no email", async () => {
    const email = app.newEmail();
    const known = await app.customer();
    const [unknownAnswer, knownAnswer] = [
      await app.post("/auth/forgot-password", { email }),
      await app.post("/auth/forgot-password", { email: known.email }),
    ];
    expect(unknownAnswer.json()).toEqual(knownAnswer.json());
    await tokenOf(known.email);
    expect(await app.query("SELECT 1 FROM mails WHERE recipient = $1", [email])).toEqual([]);
  });

  test("sends at most one email a minute", async () => {
    const { email } = await app.customer();
    await app.post("/auth/forgot-password", { email });
    expect((await app.post("/auth/forgot-password", { email })).statusCode).toBe(429);
  });

  test.each(["", "x", "../../etc", "' OR 1=1 --", "a".repeat(201)])(
    "is not replaced by the token %j",
    async (token) => {
      expect((await app.post("/auth/reset-password", { token, newPassword })).statusCode).toBe(400);
    },
  );
});

describe("a password that is known", () => {
  test("is changed by its owner, whose other sessions end", async () => {
    const { email, userId, jwt } = await app.customer();
    const other = (await app.logIn(email)).json();
    const changed = await app.post(
      "/api/users/change-password",
      { userId, currentPassword: password, newPassword },
      jwt,
    );
    expect(changed.statusCode).toBe(200);
    expect((await app.get("/api/user/current", jwt)).statusCode).toBe(200);
    expect((await app.get("/api/user/current", other.jwt)).statusCode).toBe(401);
    expect((await app.logIn(email, newPassword)).statusCode).toBe(200);
  });

  test("is not changed with a wrong current one (400), for another (403), or by a visitor", async () => {
    const own = await app.customer();
    const other = await app.customer();
    const change = (userId: number, currentPassword: string, jwt?: string) =>
      app.post("/api/users/change-password", { userId, currentPassword, newPassword }, jwt);
    expect((await change(own.userId, "not this one", own.jwt)).statusCode).toBe(400);
    expect((await change(other.userId, password, own.jwt)).statusCode).toBe(403);
    expect((await change(own.userId, password)).statusCode).toBe(401);
    const admin = await app.administrator();
    expect((await change(own.userId, password, admin.jwt)).statusCode).toBe(403);
  });

  test("allows at most ten wrong guesses in 15 minutes", async () => {
    const { userId, jwt } = await app.customer();
    const guess = () =>
      app.post(
        "/api/users/change-password",
        { userId, currentPassword: "a guess", newPassword },
        jwt,
      );
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).statusCode).toBe(400);
    expect((await guess()).statusCode).toBe(429);
  });
});

test("a user sees where they are signed in and ends it there", async () => {
  const { email, jwt } = await app.customer();
  const other = (await app.logIn(email)).json();
  const sessions = (await app.get("/api/user/sessions", jwt)).json();
  expect(sessions.map(({ current }: { current: boolean }) => current).toSorted()).toEqual([
    false,
    true,
  ]);
  const elsewhere = sessions.find(({ current }: { current: boolean }) => !current);
  const stranger = await app.customer();
  expect((await app.delete(`/api/user/sessions/${elsewhere.id}`, stranger.jwt)).statusCode).toBe(
    404,
  );
  expect((await app.delete(`/api/user/sessions/${elsewhere.id}`, jwt)).statusCode).toBe(200);
  expect((await app.get("/api/user/current", other.jwt)).statusCode).toBe(401);
  expect((await app.get("/api/user/sessions", jwt)).json()).toHaveLength(1);
});
