import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, password, type AuthApp } from "../testing/auth-app.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const wrong = "not the right one";

test("the right password begins a session", async () => {
  const { email, userId } = await app.customer();
  const reply = await app.logIn(` ${email.toUpperCase()} `);
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ userId, id: userId, userRole: "ROLE_CUSTOMER", email });
  expect((await app.get("/api/user/current", reply.json().jwt)).statusCode).toBe(200);
});

test("a wrong password and an unknown address get the same response (D2)", async () => {
  const { email } = await app.customer();
  const known = await app.logIn(email, wrong);
  const unknown = await app.logIn(app.newEmail(), wrong);
  expect(known.json()).toEqual({
    statusCode: 401,
    error: "Unauthorized",
    message: "Incorrect email or password",
    code: "wrong-credentials",
  });
  expect(unknown.body).toBe(known.body);
});

test("both take equally long", async () => {
  const { email } = await app.customer();
  // The processor's time, since other work delays both.
  const timed = async (address: string) => {
    const began = process.cpuUsage();
    await app.logIn(address, wrong);
    const { user, system } = process.cpuUsage(began);
    return user + system;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 8; round++) {
    known.push(await timed(email));
    unknown.push(await timed(app.newEmail()));
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  // Without the dummy hash the unknown address would take a tenth of the time.
  expect(median(unknown)).toBeGreaterThan(median(known) / 2);
  expect(median(unknown)).toBeLessThan(median(known) * 2);
});

test.each(["SUSPENDED", "BANNED"])(
  "%s accounts can't sign in, and only their owners learn why",
  async (status) => {
    const { email, userId } = await app.customer();
    await app.setStatus(userId, status);
    expect((await app.logIn(email)).statusCode).toBe(403);
    expect((await app.logIn(email, wrong)).statusCode).toBe(401);
  },
);

test("a closed account is like an unknown one", async () => {
  const { email, userId } = await app.customer();
  await app.setStatus(userId, "CLOSED");
  expect((await app.logIn(email)).json().message).toBe("Incorrect email or password");
});

test("ten failed attempts lock a stranger's network out of an account, and nobody else", async () => {
  const { email } = await app.customer();
  const stranger = "203.0.113.7";
  for (let attempt = 0; attempt < 10; attempt++) {
    expect((await app.logIn(email, wrong, stranger)).statusCode).toBe(401);
  }
  const refused = await app.logIn(email, password, stranger);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(800);
  // The owner's phone on another network, and the address that created the account.
  expect((await app.logIn(email, password, "198.51.100.9")).statusCode).toBe(200);
  expect((await app.logIn(email)).statusCode).toBe(200);
});

describe("when strangers of many networks have used up an account's attempts", () => {
  const usedUp = (email: string) =>
    app.query(
      `INSERT INTO rate_windows (bucket, hits, ends_at)
        VALUES ($1, 500, clock_ms() + interval '1 hour')
        ON CONFLICT (bucket) DO UPDATE SET hits = 500`,
      [`login-account-strangers:${email}`],
    );

  test("networks that the account knows still sign in, of IPv6 the whole /64", async () => {
    const { email } = await app.customer();
    expect((await app.logIn(email, password, "2001:db8:5:6::1")).statusCode).toBe(200);
    await usedUp(email);
    expect((await app.logIn(email, password, "2001:db8:5:6:a:b:c:d")).statusCode).toBe(200);
    const refused = await app.logIn(email, password, "2001:db8:5:7::1");
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      expect.stringMatching(/^Too many wrong passwords .* Reset it by email to sign in now\. Try/),
    ]);
  });

  test("a reset by email lets the owner in from any network", async () => {
    const { email } = await app.customer();
    const remoteAddress = "203.0.113.77";
    for (let attempt = 0; attempt < 11; attempt += 1) await app.logIn(email, wrong, remoteAddress);
    await usedUp(email);
    await app.app.inject({
      method: "POST",
      url: "/auth/forgot-password",
      payload: { email },
      remoteAddress,
    });
    const { text_body: text } = await app.mailTo(email, "Reset your Gavelyard password");
    const [, token] = /reset-password#token=([\w-]+)/.exec(text) ?? [];
    const newPassword = "another battery of horses";
    const reset = await app.app.inject({
      method: "POST",
      url: "/auth/reset-password",
      payload: { token, newPassword },
      remoteAddress,
    });
    expect(reset.statusCode).toBe(200);
    expect((await app.logIn(email, newPassword, remoteAddress)).statusCode).toBe(200);
    expect((await app.logIn(email, newPassword, "203.0.113.78")).statusCode).toBe(429);
  });
});

test("concurrent attempts are all counted", async () => {
  const email = app.newEmail();
  const replies = await Promise.all(
    Array.from({ length: 15 }, () => app.logIn(email, wrong, "203.0.113.8")),
  );
  expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(10);
  expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(5);
});

test("correct passwords don't count", async () => {
  const { email } = await app.customer();
  for (let attempt = 0; attempt < 15; attempt++) {
    expect((await app.logIn(email, password, "203.0.113.9")).statusCode).toBe(200);
  }
});

test("300 sign-ins a day are enough for one network", async () => {
  const { email, userId } = await app.customer();
  const address = "203.0.113.80";
  expect((await app.logIn(email, password, address)).statusCode).toBe(200);
  const bucket = `sign-ins-day:${userId} from ${address}`;
  await app.query("UPDATE rate_windows SET hits = 300 WHERE bucket = $1", [bucket]);
  expect((await app.logIn(email, password, address)).statusCode).toBe(429);
  expect((await app.logIn(email, password, "203.0.113.81")).statusCode).toBe(200);
});

test("failures of one network address are limited, scaled by the setting", async () => {
  const strict = await app.sibling({ rateLimits: 0.05 });
  const from = "2001:db8:1:2::";
  for (let attempt = 0; attempt < 3; attempt++) {
    expect((await strict.logIn(app.newEmail(), wrong, `${from}${attempt + 1}`)).statusCode).toBe(
      401,
    );
  }
  expect((await strict.logIn(app.newEmail(), wrong, `${from}ff`)).statusCode).toBe(429);
  expect((await strict.logIn(app.newEmail(), wrong, "2001:db8:1:3::1")).statusCode).toBe(401);
  await strict.close();
});

test.each([
  {},
  { email: "x@example.com" },
  { email: ["a@example.com"], password },
  { email: "not an address", password },
  { email: "a@example.com", password: "x".repeat(129) },
])("%j is a bad request", async (body) => {
  const reply = await app.post("/auth/login", body);
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({
    statusCode: 400,
    error: "Bad Request",
    issues: expect.any(Array),
  });
});
