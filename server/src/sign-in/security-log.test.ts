import { alarmsFrom } from "@gavelyard/domain/audit/security-events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoAccounts } from "../demo-accounts/people.ts";
import { openAuthApp, password, type AuthApp, type SignedUp } from "../testing/auth-app.ts";

let app: AuthApp;
let admin: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ trustProxy: ["127.0.0.1"] });
  admin = await app.administrator();
});
afterAll(() => app.close());

const phone =
  "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Mobile Safari/537.36";

const signIn = (email: string, from: { ip?: string; userAgent?: string; password?: string } = {}) =>
  app.app.inject({
    method: "POST",
    url: "/auth/login",
    payload: { email, password: from.password ?? password },
    remoteAddress: from.ip ?? "127.0.0.1",
    ...(from.userAgent === undefined ? {} : { headers: { "user-agent": from.userAgent } }),
  });

const kindsOf = async ({ jwt }: SignedUp) =>
  (await app.get("/api/user/security-log", jwt))
    .json<{ kind: string }[]>()
    .map(({ kind }) => kind)
    .toReversed();

const log = async (search: string) =>
  (await app.get(`/api/admin/security-log?size=100&${search}`, admin.jwt)).json<{
    totalElements: number;
    content: { kind: string; userId: number | null; ip: string | null; detail: string | null }[];
  }>();

async function tokenTo(email: string): Promise<string> {
  const mail = await app.mailTo(email, "New sign-in");
  const [, token = ""] = /not-me#token=([\w-]+)/.exec(mail.text_body) ?? [];
  expect(token).not.toBe("");
  return token;
}

const alarms = async () =>
  (await app.get("/api/adminsupport/home", admin.jwt))
    .json<{ queues: { name: string; next: { title: string; detail: string }[] }[] }>()
    .queues.find(({ name }) => name === "SECURITY")?.next ?? [];

describe("the log of an account", () => {
  test("has its sign-ins, failures, resets and changes, for its user alone", async () => {
    const user = await app.customer();
    const other = await app.customer();
    await signIn(user.email, { password: "not the password" });
    await signIn(user.email);
    await app.post("/auth/forgot-password", { email: user.email });
    await app.get("/api/user/export", user.jwt);
    const changed = await app.post(
      "/api/users/change-password",
      { userId: user.userId, currentPassword: password, newPassword: "a much longer road 7" },
      user.jwt,
    );
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await kindsOf(user)).toEqual([
      "SIGNED_IN",
      "SIGN_IN_FAILED",
      "SIGNED_IN",
      "RESET_REQUESTED",
      "DATA_DOWNLOADED",
      "PASSWORD_CHANGED",
    ]);
    expect(await kindsOf(other)).toEqual(["SIGNED_IN"]);
  });

  test("lists a token that was used twice, and the work queue shows an alarm", async () => {
    const user = await app.customer();
    const token = user.jwt;
    const refreshed = await app.post("/auth/refresh-token", { token });
    expect((await app.get("/api/user/current", refreshed.json().jwt)).statusCode).toBe(200);
    expect((await app.post("/auth/refresh-token", { token })).statusCode).toBe(401);
    const { content } = await log(`userId=${user.userId}`);
    expect(content[0]).toMatchObject({ kind: "TOKEN_REUSED", userId: user.userId });
    expect(await alarms()).toContainEqual(
      expect.objectContaining({ detail: "an old sign-in was reused" }),
    );
  });

  test("is deleted with the account", async () => {
    const user = await app.customer();
    const closed = await app.post("/api/user/close", undefined, user.jwt);
    expect(closed.statusCode, closed.body).toBe(200);
    expect((await log(`userId=${user.userId}`)).content).toEqual([]);
  });
});

describe("a sign-in on a new device", () => {
  test("is emailed with a link that signs it out, once", async () => {
    const user = await app.customer();
    const stolen = (await signIn(user.email, { ip: "203.0.113.9", userAgent: phone })).json().jwt;
    const { text_body } = await app.mailTo(user.email, "New sign-in");
    expect(text_body).toContain("Chrome on Android, network address 203.0.113.9");
    const token = await tokenTo(user.email);

    expect((await app.get("/api/user/current", stolen)).statusCode).toBe(200);
    const denied = await app.post("/auth/deny-sign-in", { token });
    expect([denied.statusCode, denied.json().message]).toEqual([200, "We signed out that device"]);
    expect((await app.get("/api/user/current", stolen)).statusCode).toBe(401);
    expect((await app.post("/auth/refresh-token", { token: stolen })).statusCode).toBe(401);
    expect((await app.get("/api/user/current", user.jwt)).statusCode).toBe(200);
    expect((await app.post("/auth/deny-sign-in", { token })).statusCode).toBe(400);
    expect(await kindsOf(user)).toEqual(["SIGNED_IN", "NEW_DEVICE", "DEVICE_DENIED"]);
  });

  test("also signs out sessions that the device refreshed meanwhile", async () => {
    const user = await app.customer();
    const stolen = (await signIn(user.email, { userAgent: phone })).json().jwt;
    const next = (await app.post("/auth/refresh-token", { token: stolen })).json().jwt;
    const token = await tokenTo(user.email);
    expect((await app.post("/auth/deny-sign-in", { token })).statusCode).toBe(200);
    expect((await app.get("/api/user/current", next)).statusCode).toBe(401);
  });

  test("is reported with a link that works for a week", async () => {
    const user = await app.customer();
    await signIn(user.email, { userAgent: phone });
    const token = await tokenTo(user.email);
    await app.query("UPDATE new_devices SET signed_in_at = clock_ms() - interval '8 days'");
    expect((await app.post("/auth/deny-sign-in", { token })).statusCode).toBe(400);
  });

  test("is reported even when sign-ins more than a year ago are deleted", async () => {
    const user = await app.customer();
    await app.query("DELETE FROM security_events WHERE user_id = $1", [user.userId]);
    await app.query(
      "UPDATE users SET created_at = clock_ms() - interval '13 months' WHERE id = $1",
      [user.userId],
    );
    await signIn(user.email);
    expect(await kindsOf(user)).toEqual(["NEW_DEVICE"]);
  });

  test("isn't reported for an account that visitors of a public demo share (D37)", async () => {
    const open = await app.sibling({ demoPublic: true });
    const [email = ""] = demoAccounts.map((account) => account.email);
    await app.query("UPDATE users SET email = $1 WHERE id = $2", [
      email,
      (await app.customer()).userId,
    ]);
    expect((await open.logIn(email, password, "203.0.113.40")).statusCode).toBe(200);
    await open.close();
    expect(
      await app.query(
        "SELECT 1 FROM new_devices n JOIN users u ON u.id = n.user_id WHERE u.email = $1",
        [email],
      ),
    ).toEqual([]);
  });

  test.each([
    ["the same browser from a near address", "10.1.2.3", "10.1.200.7", true],
    ["the same browser from far away", "10.1.2.3", "10.2.2.3", false],
    ["the same browser in a near IPv6 network", "2001:db8:1::1", "2001:db8:ffff::7", true],
    ["the same browser in another IPv6 network", "2001:db8:1::1", "2001:db9::1", false],
  ])("%s: %s, then %s", async (_what, first, second, known) => {
    const user = await app.customer();
    await signIn(user.email, { ip: first, userAgent: phone });
    await app.query("DELETE FROM security_events WHERE user_id = $1 AND kind = 'SIGNED_IN'", [
      user.userId,
    ]);
    await signIn(user.email, { ip: second, userAgent: phone });
    expect((await kindsOf(user)).at(-1)).toBe(known ? "SIGNED_IN" : "NEW_DEVICE");
  });
});

describe("for administrators", () => {
  test("an unknown address is logged without the address", async () => {
    const before = (await log("kind=SIGN_IN_FAILED")).totalElements;
    await signIn("nobody@example.com", { ip: "198.51.100.1" });
    const { content, totalElements } = await log("kind=SIGN_IN_FAILED");
    expect(totalElements).toBe(before + 1);
    expect(content[0]).toMatchObject({ userId: null, ip: "198.51.100.1" });
    expect((await log("ip=198.51.100.1")).totalElements).toBe(1);
  });

  test("refused calls are logged, and many raise an alarm", async () => {
    const user = await app.customer();
    const other = await app.customer();
    expect((await app.get("/api/adminsupport/home", user.jwt)).statusCode).toBe(403);
    expect((await app.get(`/api/${other.userId}`, user.jwt)).statusCode).toBe(403);
    const { content } = await log(`userId=${user.userId}&kind=ACCESS_REFUSED`);
    expect(content.map(({ detail }) => detail)).toEqual([
      "GET /api/{userId}",
      "GET /api/adminsupport/home",
    ]);
    for (let call = 2; call < alarmsFrom.refusalsOfAccount; call += 1)
      await app.get("/api/adminsupport/home", user.jwt);
    expect(await alarms()).toContainEqual(
      expect.objectContaining({ detail: `${alarmsFrom.refusalsOfAccount} rejected requests` }),
    );
  });

  test("a limit is logged once each time it is reached", async () => {
    const user = await app.customer();
    for (let call = 0; call < 13; call += 1)
      await signIn(user.email, { ip: "198.51.100.7", password: "not the password" });
    const { content } = await log("kind=LIMIT_REACHED");
    expect(content.filter(({ detail }) => detail === "login-account")).toHaveLength(1);
  });

  test("many failures of one account or address raise an alarm for a day", async () => {
    const user = await app.customer();
    const fail = (count: number, userId: number | null, ip: string) =>
      app.query(
        `INSERT INTO security_events (kind, user_id, ip)
          SELECT 'SIGN_IN_FAILED', $2::bigint, $3::inet FROM generate_series(1, $1)`,
        [count, userId, ip],
      );
    await fail(alarmsFrom.failuresOfAccount, user.userId, "198.51.100.20");
    await fail(alarmsFrom.failuresFromAddress, null, "198.51.100.21");
    await fail(alarmsFrom.failuresFromAddress - 1, null, "198.51.100.22");
    const details = (await alarms()).map(({ title, detail }) => [title, detail]);
    expect(details).toContainEqual(["198.51.100.21", "100 failed sign-ins"]);
    expect(details).toContainEqual([expect.any(String), "20 failed sign-ins"]);
    expect(details).not.toContainEqual(["198.51.100.22", expect.any(String)]);
    await app.query("UPDATE security_events SET at = clock_ms() - interval '25 hours'");
    expect(await alarms()).toEqual([]);
  });

  test("lists, searches and exports of personal data are logged, and many rows raise an alarm (D60)", async () => {
    const support = await app.support();
    const buyer = await app.customer();
    const q = encodeURIComponent(buyer.email);
    await app.get(`/api/adminsupport/users/pagination?q=${q}`, support.jwt);
    await app.get(`/api/adminsupport/find?q=${q}`, support.jwt);
    await app.get("/api/adminsupport/users/pagination?q=nobody-has-this", support.jwt);
    const exported = await app.get(
      "/api/adminsupport/payments/export?from=2026-01-01&to=2026-01-31",
      support.jwt,
    );
    expect(exported.statusCode, exported.body).toBe(200);
    // Customers list only what is theirs.
    await app.get(`/api/wishlist/${buyer.userId}`, buyer.jwt);
    const listed = (await log(`userId=${support.userId}`)).content.filter(({ kind }) =>
      kind.startsWith("DATA_"),
    );
    expect(listed.map(({ kind, detail }) => [kind, detail]).toReversed()).toEqual([
      ["DATA_LISTED", "1 row: /api/adminsupport/users/pagination?q"],
      ["DATA_LISTED", "1 row: /api/adminsupport/find?q"],
      ["DATA_EXPORTED", "0 rows: /api/adminsupport/payments/export?from&to"],
    ]);
    expect(await kindsOf(support)).not.toContain("DATA_LISTED");

    await app.query(
      "INSERT INTO security_events (kind, user_id, row_count) VALUES ('DATA_LISTED', $1, $2)",
      [support.userId, alarmsFrom.rowsOfStaff - 2],
    );
    expect(await alarms()).toContainEqual(
      expect.objectContaining({ detail: `${alarmsFrom.rowsOfStaff} personal records viewed` }),
    );
    // Leaving doesn't erase it.
    await app.delete(`/api/admin/delete-user/${support.userId}`, admin.jwt);
    expect((await log(`userId=${support.userId}`)).totalElements).toBe(4);
  });

  test("each answer about another account is logged, so walking through ids raises an alarm (D60)", async () => {
    const support = await app.support();
    const buyer = await app.customer();
    const { userId } = buyer;
    const calls = [
      `/api/${userId}`,
      `/api/adminsupport/${userId}`,
      `/api/finance-requests/${userId}`,
      `/api/users/${userId}/invoices`,
      `/api/bids/user/${userId}`,
      `/api/wishlist/${userId}`,
      `/api/adminsupport/users/${userId}/sessions`,
      `/api/adminsupport/users/${userId}/notes`,
      `/api/adminsupport/users/${userId}/documents`,
    ];
    for (const url of calls.slice(0, 6))
      expect(
        (await app.get(url, url.includes("adminsupport") ? support.jwt : buyer.jwt)).statusCode,
      ).toBe(200);
    for (const url of calls) {
      const reply = await app.get(url, admin.jwt);
      expect(reply.statusCode, url).toBe(200);
    }
    await app.get(`/api/${support.userId}`, support.jwt);
    await app.get("/api/adminsupport/999999", support.jwt);
    const detailsOf = async (reader: SignedUp) =>
      (await log(`userId=${reader.userId}&kind=DATA_LISTED`)).content
        .map(({ detail }) => detail)
        .toReversed();
    expect(await detailsOf(buyer)).toEqual([]);
    expect(await detailsOf(support)).toEqual([`1 row: /api/adminsupport/${userId}`]);
    expect((await detailsOf(admin)).slice(-calls.length)).toEqual(
      calls.map((url) => `1 row: ${url.replaceAll(/=[^&]*/g, "")}`),
    );

    await app.query(
      "INSERT INTO security_events (kind, user_id, row_count) VALUES ('DATA_LISTED', $1, $2)",
      [support.userId, alarmsFrom.rowsOfStaff - 2],
    );
    const alarm = expect.objectContaining({
      detail: `${alarmsFrom.rowsOfStaff} personal records viewed`,
      path: `/admin-dashboard?tab=security&account=${support.userId}`,
    });
    await app.query(
      "UPDATE security_events SET at = clock_ms() - interval '25 hours' WHERE user_id = $1",
      [admin.userId],
    );
    expect(await alarms()).not.toContainEqual(alarm);
    await app.get(`/api/${userId}`, support.jwt);
    expect(await alarms()).toContainEqual(alarm);
  });

  test("many documents opened by one member of staff raise an alarm for a day (D55)", async () => {
    const support = await app.support();
    const open = (count: number, ago: string) =>
      app.query(
        `INSERT INTO audit_log (at, actor_id, action, subject_type, subject_id, reason)
          SELECT clock_ms() - $3::interval, $1, 'document-opened', 'user', n, 'To verify'
          FROM generate_series(1, $2::int) AS n`,
        [support.userId, count, ago],
      );
    const alarm = expect.objectContaining({
      detail: `${alarmsFrom.documentsOfStaff} documents opened`,
      path: `/admin-dashboard?tab=audit&action=document-opened&actor=${support.userId}`,
    });
    await open(alarmsFrom.documentsOfStaff, "25 hours");
    await open(alarmsFrom.documentsOfStaff - 1, "1 hour");
    expect(await alarms()).not.toContainEqual(alarm);
    await open(1, "0");
    expect(await alarms()).toContainEqual(alarm);
  });

  test("support sees neither the log nor its alarms", async () => {
    const support = await app.support();
    expect((await app.get("/api/admin/security-log", support.jwt)).statusCode).toBe(403);
    const home = await app.get("/api/adminsupport/home", support.jwt);
    const queue = home
      .json<{ queues: { name: string; count: number }[] }>()
      .queues.find(({ name }) => name === "SECURITY");
    expect(queue?.count).toBe(0);
  });

  test("entries are deleted after a year", async () => {
    await app.query("UPDATE security_events SET at = clock_ms() - interval '366 days'");
    await app.query("SELECT graphile_worker.add_job('tidy')");
    await expect
      .poll(() =>
        app.query("SELECT 1 FROM security_events WHERE at < clock_ms() - interval '1 year'"),
      )
      .toEqual([]);
  });
});
