import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, password, type AuthApp } from "../testing/auth-app.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const [HOME, ATTACKER] = ["203.0.113.9", "198.51.100.7"];
const from = (remoteAddress: string, url: string, payload: object) =>
  app.app.inject({ method: "POST", url, payload, remoteAddress });
const signUp = (ip: string, email: string, more: object = {}) =>
  from(ip, "/auth/signup", { name: "Dana Reyes", email, password, ...more });
const lastMail = async (email: string, pattern: RegExp) => {
  const [mail] = await app.query(
    "SELECT text_body FROM mails WHERE recipient = $1 AND text_body ~ $2 ORDER BY id DESC LIMIT 1",
    [email, pattern.source],
  );
  return pattern.exec(String(mail?.["text_body"]))?.[1];
};
const resetToken = async (email: string, previous?: string) => {
  let token: string | undefined;
  await expect
    .poll(async () => (token = await lastMail(email, /reset-password#token=([\w-]+)/)))
    .not.toBe(previous);
  return token ?? "";
};
/**
 * Requests a code from a home network and verifies the address. Returns the response of
 * `verifyotp`.
 */
const verified = async (email: string) => {
  await from(HOME, "/auth/sendotp", { email });
  return from(HOME, "/auth/verifyotp", { email, otp: await app.codeOf(email) });
};

describe("a verified address (D43)", () => {
  test("can't be used by someone else who signs up first", async () => {
    const email = app.newEmail();
    const { verificationToken, message } = (await verified(email)).json();
    expect(message).toBe("Your email address is verified");
    const stolen = await signUp(ATTACKER, email);
    expect([stolen.statusCode, stolen.json().message]).toEqual([
      403,
      "Verify your email address first: request a code and enter it",
    ]);
    const guessed = await signUp(HOME, email, { verificationToken: "x".repeat(43) });
    expect(guessed.statusCode).toBe(403);
    // Works from any network with the token, since phones change theirs.
    expect((await signUp("192.0.2.1", email, { verificationToken })).statusCode).toBe(200);
  });

  test("works without the token from the network that verified it", async () => {
    const email = app.newEmail();
    await verified(email);
    expect((await signUp(HOME, email)).statusCode).toBe(200);
  });

  test("doesn't work with the token of another address", async () => {
    const [mine, theirs] = [app.newEmail(), app.newEmail()];
    const { verificationToken } = (await verified(mine)).json();
    await from(HOME, "/auth/sendotp", { email: theirs });
    expect((await signUp(HOME, theirs, { verificationToken })).statusCode).toBe(403);
  });

  test("is verified only by the network that requested the code, and nobody else uses up its attempts", async () => {
    const email = app.newEmail();
    await from(HOME, "/auth/sendotp", { email });
    const otp = await app.codeOf(email);
    for (let tries = 0; tries < 6; tries += 1) {
      const reply = await from(ATTACKER, "/auth/verifyotp", { email, otp: "000000" });
      expect(reply.statusCode).toBe(400);
    }
    expect((await from(ATTACKER, "/auth/verifyotp", { email, otp })).statusCode).toBe(400);
    expect((await from(HOME, "/auth/verifyotp", { email, otp })).statusCode).toBe(200);
  });
});

describe("a code that was requested with an id of its own (D43, ASVS 6.6.2)", () => {
  const requestId = randomUUID();

  test("works only with that id, also for someone on the same network", async () => {
    const email = app.newEmail();
    await from(HOME, "/auth/sendotp", { email, requestId });
    const otp = await app.codeOf(email);
    for (const other of [{}, { requestId: randomUUID() }])
      expect((await from(HOME, "/auth/verifyotp", { email, otp, ...other })).statusCode).toBe(400);
    // A phone may change its network while its owner looks for the email.
    const right = await from("192.0.2.1", "/auth/verifyotp", { email, otp, requestId });
    expect(right.statusCode).toBe(200);
    for (const ip of [HOME, "192.0.2.1"]) expect((await signUp(ip, email)).statusCode).toBe(403);
    const { verificationToken } = right.json();
    expect((await signUp(HOME, email, { verificationToken })).statusCode).toBe(200);
  });

  test("doesn't escape the limits of its network", async () => {
    const email = app.newEmail();
    const statuses: number[] = [];
    for (let times = 0; times < 2; times += 1)
      statuses.push(
        (await from(HOME, "/auth/sendotp", { email, requestId: randomUUID() })).statusCode,
      );
    expect(statuses).toEqual([200, 429]);
  });
});

describe("a stranger who requests mails for an address (D43)", () => {
  test("replaces no code", async () => {
    const email = app.newEmail();
    await from(HOME, "/auth/sendotp", { email });
    const otp = await app.codeOf(email);
    expect((await from(ATTACKER, "/auth/sendotp", { email })).statusCode).toBe(200);
    await app.codeOf(email, otp);
    expect((await from(HOME, "/auth/verifyotp", { email, otp })).statusCode).toBe(200);
  });

  test("ends no reset link", async () => {
    const { email } = await app.customer();
    await from(HOME, "/auth/forgot-password", { email });
    const token = await resetToken(email);
    expect((await from(ATTACKER, "/auth/forgot-password", { email })).statusCode).toBe(200);
    const strangers = await resetToken(email, token);
    const newPassword = "another correct horse";
    const reset = await from(HOME, "/auth/reset-password", { token, newPassword });
    expect(reset.statusCode, reset.body).toBe(200);
    // Setting a password ends every link, no matter who requested it.
    const late = { token: strangers, newPassword: "yet another horse" };
    expect((await from(ATTACKER, "/auth/reset-password", late)).statusCode).toBe(400);
  });

  test.each(["/auth/sendotp", "/auth/forgot-password"])(
    "uses up no one else's emails at %s",
    async (url) => {
      const email = app.newEmail();
      const statuses = new Set<number>();
      for (let times = 0; times < 25; times += 1) {
        statuses.add((await from(ATTACKER, url, { email })).statusCode);
        await app.query("DELETE FROM rate_windows WHERE bucket ~ 'mailbox:' AND hits < 3");
      }
      expect([...statuses]).toEqual([200, 429]);
      expect((await from(HOME, url, { email })).statusCode).toBe(200);
    },
  );

  test("can't flood a mailbox from many networks, while the account's known networks still work", async () => {
    const { email } = await app.customer();
    expect((await app.logIn(email, password, HOME)).statusCode).toBe(200);
    const statuses: number[] = [];
    for (let network = 0; network < 60; network += 1) {
      const reply = await from(`198.18.${network}.1`, "/auth/forgot-password", { email });
      statuses.push(reply.statusCode);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect((await from(HOME, "/auth/forgot-password", { email })).statusCode).toBe(200);
  });
});
