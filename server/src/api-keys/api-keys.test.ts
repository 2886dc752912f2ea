import { MAX_API_KEYS } from "@gavelyard/domain/api-keys";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, password, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";

let app: AuthApp;
let admin: SignedUp;
let customer: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  admin = await app.administrator();
  customer = await app.customer();
});
afterAll(() => app.close());

async function offerToCustomers(isOn: boolean): Promise<void> {
  const { updatedAt } = (await app.get("/api/adminsupport/settings", admin.jwt)).json()
    .customerApiKeys;
  const body = { section: "customerApiKeys", value: { isOn }, updatedAt };
  const reply = await app.put("/api/admin/settings", body, admin.jwt);
  expect(reply.statusCode, reply.body).toBe(200);
}
const create = (user: SignedUp, given: object = {}) =>
  app.post(
    "/api/user/api-keys",
    { name: "Stock system", scopes: ["inventory:read"], expiresInDays: 90, ...given },
    user.jwt,
  );
const own = async (user: SignedUp) => (await app.get("/api/user/api-keys", user.jwt)).json();

test("customers create keys where the marketplace offers them", async () => {
  await offerToCustomers(false);
  expect(await own(customer)).toEqual({ scopes: [], bidsAllowed: false, keys: [] });
  expect((await create(customer)).statusCode).toBe(403);
  await offerToCustomers(true);
  const made = await create(customer, { scopes: ["account:read", "account:read"] });
  expect(made.statusCode, made.body).toBe(200);
  const { key, apiKey } = made.json();
  expect(key).toMatch(/^gvk_[\w-]{43}$/);
  expect(apiKey).toMatchObject({
    name: "Stock system",
    scopes: ["account:read"],
    ending: key.slice(-4),
    status: "ACTIVE",
    lastUsedAt: null,
  });
  expect((await app.get("/api/user/current", key)).json().id).toBe(customer.userId);
  const [shown] = (await own(customer)).keys;
  expect(shown).toMatchObject({ lastUsedAt: expect.any(String), lastUsedIp: "127.0.0.1" });
  const exported = (await app.get("/api/user/export", customer.jwt)).json();
  expect(exported.apiKeys).toMatchObject([{ name: "Stock system", lastUsedIp: "127.0.0.1" }]);
});

test("a key is stored as a hash and never appears in a later response, audit record or list", async () => {
  const { key, apiKey } = (await create(admin)).json();
  const [row] = await app.query("SELECT k::text AS kept FROM api_keys k WHERE id = $1", [
    apiKey.id,
  ]);
  const records = await app.query("SELECT after FROM audit_log WHERE action = 'api-key-created'");
  const lists = [await own(admin), (await app.get("/api/adminsupport/api-keys", admin.jwt)).json()];
  for (const text of [row, records, lists].map((each) => JSON.stringify(each))) {
    expect(text).not.toContain(key.slice(4, -4));
  }
  expect(JSON.stringify(records)).toContain(apiKey.ending);
});

test("a key gets at most its creator's permissions, and support can't create keys", async () => {
  for (const scopes of [["stock:write"], ["inventory:read", "sales:read"]]) {
    const reply = await create(customer, { scopes });
    expect([reply.statusCode, reply.json().issues[0].path]).toEqual([400, "scopes"]);
  }
  expect((await create(admin, { scopes: ["bids:write"] })).statusCode).toBe(400);
  expect((await create(await app.support())).statusCode).toBe(403);
  for (const wrong of [{ scopes: [] }, { scopes: ["all"] }, { expiresInDays: 4_000 }, { name: "" }])
    expect((await create(admin, wrong)).statusCode).toBe(400);
});

test("creating a key requires the password again (D41)", async () => {
  await app.query("UPDATE sessions SET confirmed_at = clock_ms() - interval '11 minutes'");
  const reply = await create(admin);
  expect([reply.statusCode, reply.json().code]).toEqual([403, "confirm-again"]);
  const bids = await app.put("/api/user/api-keys/bids", { allowed: true }, customer.jwt);
  expect([bids.statusCode, bids.json().code]).toEqual([403, "confirm-again"]);
  await app.query("UPDATE sessions SET confirmed_at = clock_ms()");
});

test("a revoked key is refused by every process from the next call on", async () => {
  const other = await app.sibling({ bus: "silent" });
  const { key, apiKey } = (await create(customer, { scopes: ["account:read"] })).json();
  expect((await other.get("/api/user/current", key)).statusCode).toBe(200);
  const stranger = await app.customer();
  const path = `/api/user/api-keys/${apiKey.id}`;
  expect((await app.delete(path, stranger.jwt)).statusCode).toBe(404);
  expect((await app.delete(path, customer.jwt)).statusCode).toBe(200);
  expect((await other.get("/api/user/current", key)).statusCode).toBe(401);
  expect((await app.get("/api/user/current", key)).json().message).toContain("API key");
  expect((await app.delete(path, customer.jwt)).statusCode).toBe(404);
  await other.close();
});

test("an administrator can revoke anyone's key, which is audited; a key can't revoke keys", async () => {
  const { key, apiKey } = (await create(customer)).json();
  const path = `/api/admin/api-keys/${apiKey.id}`;
  expect((await app.delete(path, customer.jwt)).statusCode).toBe(403);
  expect((await app.delete(`/api/user/api-keys/${apiKey.id}`, key)).statusCode).toBe(403);
  expect((await app.delete(path, admin.jwt)).statusCode).toBe(200);
  const [record] = await app.query(
    "SELECT actor_id, action, subject_id FROM audit_log WHERE subject_type = 'api-key' ORDER BY id DESC LIMIT 1",
  );
  expect(record).toEqual({
    actor_id: admin.userId,
    action: "api-key-revoked",
    subject_id: apiKey.id,
  });
  const { content } = (await app.get("/api/adminsupport/api-keys?size=100", admin.jwt)).json();
  expect(content.find(({ id }: { id: number }) => id === apiKey.id)).toMatchObject({
    status: "REVOKED",
    ownerId: customer.userId,
    byStaff: false,
  });
});

test("bids by key need the account's consent, and end with it from the next call on", async () => {
  const bidder = await app.customer();
  const { inventoryId } = await insertLot(app.context.pool);
  const { key } = (await create(bidder, { scopes: ["bids:write"] })).json();
  const bid = (amount: number, token: string) =>
    app.post(
      `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=${amount}`,
      undefined,
      token,
    );
  const refused = await bid(5_000, key);
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    "This account doesn't allow bids by API key. Allow them in its profile.",
  ]);
  const allow = (allowed: boolean) =>
    app.put("/api/user/api-keys/bids", { allowed }, bidder.jwt).then((reply) => reply.statusCode);
  expect(await allow(true)).toBe(200);
  const placed = await bid(5_000, key);
  expect(placed.statusCode, placed.body).toBe(200);
  expect(await allow(false)).toBe(200);
  expect((await bid(6_000, key)).statusCode).toBe(403);
  // A read-only key can't bid.
  const { key: reader } = (await create(bidder, { scopes: ["account:read"] })).json();
  expect(await allow(true)).toBe(200);
  expect((await bid(6_000, reader)).json().message).toContain("bids:write");
  const records = await app.query(
    "SELECT action FROM audit_log WHERE subject_type = 'user' AND subject_id = $1",
    [bidder.userId],
  );
  expect(records.map(({ action }) => action)).toEqual([
    "bids-by-key-allowed",
    "bids-by-key-forbidden",
    "bids-by-key-allowed",
  ]);
});

test("an account's number of keys is limited, also when keys are created at the same time", async () => {
  const owner = await app.customer();
  const replies = await Promise.all(
    Array.from({ length: MAX_API_KEYS + 3 }, () =>
      create(owner).then(({ statusCode }) => statusCode),
    ),
  );
  expect(replies.filter((status) => status === 200)).toHaveLength(MAX_API_KEYS);
  expect(replies.filter((status) => status === 409)).toHaveLength(3);
});

test("a key has a rate limit of its own, apart from its owner's and other keys'", async () => {
  const limited = await app.sibling({ rateLimits: 0.01 });
  const owner = await app.customer();
  const scopes = ["account:read"];
  const [one, other] = [
    (await create(owner, { scopes })).json(),
    (await create(owner, { scopes })).json(),
  ];
  const statuses: number[] = [];
  for (let call = 0; call < 4; call++)
    statuses.push((await limited.get("/api/user/current", one.key)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const next = await limited.get("/api/user/current", other.key);
  const session = await limited.get("/api/user/current", owner.jwt);
  expect([next.statusCode, session.statusCode]).toEqual([200, 200]);
  await limited.close();
});

test("OpenAPI lists the scope of each call that a key can make", async () => {
  const { paths, components } = (await app.get("/docs/openapi.json")).json();
  expect(components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
  expect(paths["/api/user/current"].get.security).toEqual([
    { bearer: [] },
    { apiKey: ["account:read"] },
  ]);
  expect(paths["/api/user/api-keys"].post.security).toEqual([{ bearer: [] }]);
});

test("creating a key and consenting to bids by it are emailed and logged", async () => {
  await offerToCustomers(true);
  const owner = await app.customer();
  const { key } = (await create(owner, { scopes: ["account:read"] })).json();
  expect((await app.mailTo(owner.email, "security changed")).text_body).toContain("API key was");
  const allow = await app.put("/api/user/api-keys/bids", { allowed: true }, owner.jwt);
  expect(allow.statusCode, allow.body).toBe(200);
  const logged = await app.query(
    "SELECT kind FROM security_events WHERE user_id = $1 AND kind = 'KEY_CHANGED'",
    [owner.userId],
  );
  expect(logged).toHaveLength(2);
  await expect
    .poll(() =>
      app.query("SELECT 1 FROM mails WHERE recipient = $1 AND text_body LIKE '%may now bid%'", [
        owner.email,
      ]),
    )
    .toHaveLength(1);
  expect((await app.get("/api/user/current", key)).statusCode).toBe(200);
});

test("a reset password, reset factors, a sign-out everywhere by staff and “This wasn't me” revoke keys", async () => {
  await offerToCustomers(true);
  const recoveries = [
    async (owner: SignedUp) => {
      await app.post("/auth/forgot-password", { email: owner.email });
      const mail = await app.mailTo(owner.email, "Reset your");
      const token = /#token=([\w-]+)/.exec(mail.text_body)?.[1];
      return app.post("/auth/reset-password", { token, newPassword: "a new one for me 1" });
    },
    (owner: SignedUp) => app.delete(`/api/admin/users/${owner.userId}/sessions`, admin.jwt),
    async (owner: SignedUp) => {
      await app.query(
        "INSERT INTO authenticator_apps (user_id, secret, last_step) VALUES ($1, '\\x00', 0)",
        [owner.userId],
      );
      const path = `/api/admin/users/${owner.userId}/reset-factors`;
      return app.post(path, { reason: "Lost the phone" }, admin.jwt);
    },
    async (owner: SignedUp) => {
      await app.app.inject({
        method: "POST",
        url: "/auth/login",
        payload: { email: owner.email, password },
        headers: { "user-agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile" },
      });
      const mail = await app.mailTo(owner.email, "New sign-in");
      const token = /not-me#token=([\w-]+)/.exec(mail.text_body)?.[1];
      return app.post("/auth/deny-sign-in", { token });
    },
  ];
  for (const recover of recoveries) {
    const owner = await app.customer();
    const {
      key,
      apiKey: { id },
    } = (await create(owner, { scopes: ["account:read"] })).json();
    expect((await app.get("/api/user/current", key)).statusCode).toBe(200);
    const reply = await recover(owner);
    expect(reply.statusCode, reply.body).toBe(200);
    const refused = await app.get("/api/user/current", key);
    expect([refused.statusCode, refused.json().code]).toEqual([401, "key-invalid"]);
    // A restore of an earlier backup revokes it again by this record.
    const records = await app.query(
      "SELECT before FROM audit_log WHERE action = 'api-key-revoked' AND subject_id = $1",
      [id],
    );
    expect(records).toEqual([{ before: expect.objectContaining({ ownerId: owner.userId }) }]);
  }
});
