import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, password, type AuthApp } from "../testing/auth-app.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const sendOtp = (email: string) => app.post("/auth/sendotp", { email });
const verifyOtp = (email: string, otp: string) => app.post("/auth/verifyotp", { email, otp });
const signUp = (email: string, extra: object = {}, jwt?: string) =>
  app.post("/auth/signup", { name: "Dana Reyes", email, password, ...extra }, jwt);
const roleOf = async (email: string) =>
  (await app.query("SELECT role FROM users WHERE email = $1", [email]))[0]?.["role"] ?? null;

const otherThan = (code: string, offset = 1) =>
  String((Number(code) + offset) % 1_000_000).padStart(6, "0");

describe("the way to an account (D6)", () => {
  test("an emailed code, verification, sign-up and sign-in lead to the default bid limit", async () => {
    const email = app.newEmail();
    expect((await sendOtp(email.toUpperCase())).statusCode).toBe(200);
    const code = await app.codeOf(email);
    expect((await verifyOtp(email, code)).statusCode).toBe(200);
    const reply = await signUp(email, { phoneNumber: "+1 (213) 555-0134" });
    expect(reply.statusCode).toBe(200);
    const session = reply.json();
    expect(session).toEqual({
      jwt: expect.any(String),
      userId: session.id,
      id: expect.any(Number),
      userRole: "ROLE_CUSTOMER",
      name: "Dana Reyes",
      email,
      message: expect.any(String),
    });
    expect((await app.get("/api/user/current", session.jwt)).json()).toMatchObject({
      email,
      phoneNumber: "+12135550134",
      status: "ACTIVE",
      bidLimit: 25_000,
      bidUsed: 0,
      bidAvailable: 25_000,
    });
    const welcome = await app.mailTo(email, "Welcome");
    expect(welcome.text_body).toContain("$25,000");
  });

  test.each([
    ["America/Chicago", "America/Chicago"],
    // A browser can know newer zones than we do. Its user still signs up, without one.
    ["Mars/Olympus", null],
  ])("takes the browser's time zone %s as %j", async (timeZone, time_zone) => {
    const email = app.newEmail();
    await app.verify(email);
    expect((await signUp(email, { timeZone })).statusCode).toBe(200);
    const zones = "SELECT time_zone FROM users WHERE email = $1";
    expect(await app.query(zones, [email])).toEqual([{ time_zone }]);
  });

  test("needs an address verified within 15 minutes", async () => {
    const email = app.newEmail();
    expect((await signUp(email)).statusCode).toBe(403);
    await app.verify(email);
    await app.query(
      "UPDATE email_codes SET verified_until = verified_until - interval '15 minutes' WHERE email = $1",
      [email],
    );
    expect((await signUp(email)).statusCode).toBe(403);
    expect(await roleOf(email)).toBeNull();
  });

  test("a verified address opens no account for another", async () => {
    await app.verify(app.newEmail());
    expect((await signUp(app.newEmail())).statusCode).toBe(403);
  });

  test("an address gets one account, even if requested twice at once", async () => {
    const email = app.newEmail();
    await app.verify(email);
    const replies = await Promise.all([signUp(email), signUp(email)]);
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
    expect((await signUp(email)).statusCode).toBe(409);
  });

  test.each([
    ["seven77", "at least 8", "too-small"],
    ["x".repeat(129), "at most 128", "too-large"],
    ["password123", "too common", "refused"],
    ["my-gavelyard-login", "name of this site", "refused"],
  ])("password %s is refused", async (weak, message, code) => {
    const email = app.newEmail();
    await app.verify(email);
    const reply = await signUp(email, { password: weak });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().issues[0]).toEqual({
      path: "password",
      message: expect.stringContaining(message),
      code,
    });
    expect(await roleOf(email)).toBeNull();
  });

  test("passwords are kept as argon2id only", async () => {
    const { email } = await app.customer();
    const [row] = await app.query("SELECT password_hash FROM users WHERE email = $1", [email]);
    expect(row?.["password_hash"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("a name that would inject email headers is refused", async () => {
    const email = app.newEmail();
    await app.verify(email);
    for (const name of ["Dana\r\nBcc: x", "Dana\u202Exe.fdp", " D "]) {
      expect((await signUp(email, { name })).statusCode).toBe(400);
    }
  });
});

describe("codes (D6)", () => {
  test("work once", async () => {
    const email = app.newEmail();
    await sendOtp(email);
    const code = await app.codeOf(email);
    expect((await verifyOtp(email, code)).statusCode).toBe(200);
    const again = await verifyOtp(email, code);
    expect([again.statusCode, again.json().error]).toEqual([400, "Bad Request"]);
  });

  test("works once when sent many times at once", async () => {
    const email = app.newEmail();
    await sendOtp(email);
    const code = await app.codeOf(email);
    const replies = await Promise.all([1, 2, 3, 4].map(() => verifyOtp(email, code)));
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
  });

  test("stop working after 5 wrong attempts, one by one or at once", async () => {
    const one = app.newEmail();
    await sendOtp(one);
    const code = await app.codeOf(one);
    for (let offset = 1; offset <= 4; offset++) {
      expect((await verifyOtp(one, otherThan(code, offset))).statusCode).toBe(400);
    }
    expect((await verifyOtp(one, code)).statusCode).toBe(200);

    const other = app.newEmail();
    await sendOtp(other);
    const otherCode = await app.codeOf(other);
    await Promise.all(
      [1, 2, 3, 4, 5].map((offset) => verifyOtp(other, otherThan(otherCode, offset))),
    );
    expect((await verifyOtp(other, otherCode)).statusCode).toBe(400);
  });

  test("expire after 10 minutes", async () => {
    const email = app.newEmail();
    await sendOtp(email);
    const code = await app.codeOf(email);
    await app.query(
      "UPDATE email_codes SET expires_at = expires_at - interval '10 minutes' WHERE email = $1",
      [email],
    );
    expect((await verifyOtp(email, code)).statusCode).toBe(400);
  });

  test("are bound to their address", async () => {
    const [mine, other] = [app.newEmail(), app.newEmail()];
    await sendOtp(mine);
    await sendOtp(other);
    const otherCode = await app.codeOf(other);
    const code = await app.codeOf(mine);
    expect(
      (await verifyOtp(mine, code === otherCode ? otherThan(code) : otherCode)).statusCode,
    ).toBe(400);
    expect((await verifyOtp(app.newEmail(), code)).statusCode).toBe(400);
  });

  test("are replaced by newer ones; a valid verification stays", async () => {
    const email = app.newEmail();
    await sendOtp(email);
    const first = await app.codeOf(email);
    await app.forgetMailLimits(email);
    await sendOtp(email);
    const second = await app.codeOf(email, first);
    expect((await verifyOtp(email, first)).statusCode).toBe(400);
    expect((await verifyOtp(email, second)).statusCode).toBe(200);
    await app.forgetMailLimits(email);
    await sendOtp(email);
    expect((await signUp(email)).statusCode).toBe(200);
  });

  test("are sent to an address at most once a minute", async () => {
    const email = app.newEmail();
    expect((await sendOtp(email)).statusCode).toBe(200);
    const refused = await sendOtp(email);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(50);
    await app.query("UPDATE rate_windows SET ends_at = clock_ms() WHERE starts_with(bucket, $1)", [
      `code-mailbox:${email}`,
    ]);
    expect((await sendOtp(email)).statusCode).toBe(200);
  });

  test("don't reveal whether an address has an account", async () => {
    const { email: known } = await app.customer();
    await app.forgetMailLimits(known);
    const unknown = app.newEmail();
    const replies = [await sendOtp(known), await sendOtp(unknown)];
    expect(replies[0]?.statusCode).toBe(200);
    expect(replies[0]?.body).toBe(replies[1]?.body);
    expect((await sendOtp(known)).statusCode).toBe((await sendOtp(unknown)).statusCode);

    const mail = await app.mailTo(known, "already");
    expect(mail.text_body).not.toMatch(/\d{6}/);
    const wrong = [await verifyOtp(known, "000000"), await verifyOtp(unknown, "000000")];
    expect(wrong[0]?.body).toBe(wrong[1]?.body);

    // Only someone who verified an address within 15 minutes may learn that it has an account.
    await app.query("UPDATE email_codes SET verified_until = NULL WHERE email = $1", [known]);
    const signups = [await signUp(known), await signUp(unknown)];
    expect(signups[0]?.statusCode).toBe(403);
    expect(signups[0]?.body).toBe(signups[1]?.body);
  });
});

describe("roles at sign-up (D4)", () => {
  test.each([
    { role: "ROLE_ADMIN" },
    { role: ["ROLE_ADMIN"] },
    { role: ["ROLE_CUSTOMER", "ROLE_ADMIN_SUPPORT"] },
    { role: "role_admin_support" },
    { role: "ROLE_ADMIN_SUPPORT " },
    { role: "ROLE_ADMIN_SUPPORT" },
    { role: { $eq: "ROLE_ADMIN" } },
  ])("%j is refused", async (extra) => {
    const email = app.newEmail();
    await app.verify(email);
    expect([400, 403]).toContain((await signUp(email, extra)).statusCode);
    expect(await roleOf(email)).toBeNull();
  });

  test.each([
    { userRole: "ROLE_ADMIN" },
    { roles: ["ROLE_ADMIN"] },
    { Role: "ROLE_ADMIN" },
    { isAdmin: true, status: "ACTIVE", bidLimit: 9_000_000 },
  ])("%j grants nothing", async (extra) => {
    const email = app.newEmail();
    await app.verify(email);
    expect((await signUp(email, extra)).json().userRole).toBe("ROLE_CUSTOMER");
    expect(await roleOf(email)).toBe("ROLE_CUSTOMER");
  });

  test("only administrators create support accounts, and they stay signed in", async () => {
    const admin = await app.administrator();
    const support = app.newEmail();
    const reply = await signUp(support, { role: "ROLE_ADMIN_SUPPORT" }, admin.jwt);
    expect([reply.statusCode, reply.json().userRole]).toEqual([200, "ROLE_ADMIN_SUPPORT"]);
    expect((await app.get("/api/user/current", admin.jwt)).json().userRole).toBe("ROLE_ADMIN");
    const audits = await app.query(
      "SELECT actor_id, action FROM audit_log WHERE subject_type = 'user' AND subject_id = $1",
      [reply.json().userId],
    );
    expect(audits).toEqual([{ actor_id: admin.userId, action: "account-opened" }]);

    const next = app.newEmail();
    for (const { jwt } of [await app.support(), await app.customer()]) {
      expect((await signUp(next, { role: "ROLE_ADMIN_SUPPORT" }, jwt)).statusCode).toBe(403);
    }
    expect((await signUp(next, { role: "ROLE_ADMIN" }, admin.jwt)).statusCode).toBe(400);
    expect(await roleOf(next)).toBeNull();
  });

  test("an administrator gets neither a token nor a password of a support account (D58)", async () => {
    const admin = await app.administrator();
    const email = app.newEmail();
    const role = "ROLE_ADMIN_SUPPORT";
    const reply = await signUp(email, { role }, admin.jwt);
    expect(reply.json()).toMatchObject({ jwt: "", email, userRole: role });
    expect((await app.logIn(email)).statusCode).toBe(401);

    const mail = await app.mailTo(email, "staff account");
    const token = /#token=([\w-]+)/.exec(mail.text_body)?.[1];
    expect(token).toBeDefined();
    const [link] = await app.query(
      "SELECT expires_at - clock_ms() > interval '23 hours' AS lasts FROM password_resets WHERE user_id = $1",
      [reply.json().userId],
    );
    expect(link).toEqual({ lasts: true });
    const newPassword = "a password of her own";
    const set = await app.post("/auth/reset-password", { token, newPassword });
    expect(set.statusCode, set.body).toBe(200);
    expect((await app.logIn(email, newPassword)).json()).toMatchObject({ userRole: role });
    expect((await app.post("/auth/reset-password", { token, newPassword })).statusCode).toBe(400);
    // Without a password, too: our page asks for none.
    const body = { name: "Sam Support", email: app.newEmail(), role };
    expect((await app.post("/auth/signup", body, admin.jwt)).statusCode).toBe(200);
  });
});
