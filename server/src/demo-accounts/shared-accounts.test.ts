import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAdministrator } from "../sign-in/first-admin.ts";
import { codeOf, stepAt } from "../sign-in/factors/totp.ts";
import { decodeBase32 } from "../testing/authenticator.ts";
import { openAuthApp, password, type AuthApp, type SignedUp } from "../testing/auth-app.ts";

const shared = { email: "admin@demo.example", name: "Ruth Alvarado", password };
const customer = "fleet@demo.example";
let app: AuthApp;
let open: AuthApp;
let user: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  open = await app.sibling({ demoPublic: true });
  await grantAdministrator(app.context, shared);
  await grantAdministrator(app.context, { ...shared, email: customer });
  await app.query("UPDATE users SET role = 'ROLE_CUSTOMER' WHERE email = $1", [customer]);
  user = (await open.logIn(shared.email)).json();
});
afterAll(async () => {
  await open.close();
  await app.close();
});

const newPassword = "a fresh coat of paint 7";
const tooShared = { message: expect.stringMatching(/^All visitors share this demo account/) };

test.each([
  ["POST", "/api/user/passkeys/challenge", undefined],
  ["POST", "/api/user/authenticator-app/challenge", undefined],
  ["POST", "/api/user/recovery-codes", undefined],
  ["DELETE", "/api/user/authenticator-app", undefined],
  ["DELETE", "/api/user/passkeys/1", undefined],
  ["POST", "/api/users/change-password", { currentPassword: password, newPassword }],
] as const)(
  "in a public demo %s %s is refused for its accounts (D37)",
  async (method, url, body) => {
    const reply = await open.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${user.jwt}` },
      ...(body === undefined ? {} : { payload: { userId: user.userId, ...body } }),
    });
    expect([reply.statusCode, reply.json()]).toEqual([403, expect.objectContaining(tooShared)]);
  },
);

test("a second factor begun before the demo was opened isn't added", async () => {
  const begun = (
    await app.post("/api/user/authenticator-app/challenge", undefined, user.jwt)
  ).json();
  const [now] = await app.query("SELECT extract(epoch FROM clock_ms())::float8 AS sec");
  const code = codeOf(decodeBase32(begun.secret), stepAt(Number(now?.["sec"])));
  const body = { challenge: begun.challenge, code };
  const reply = await open.post("/api/user/authenticator-app", body, user.jwt);
  expect([reply.statusCode, reply.json()]).toEqual([403, expect.objectContaining(tooShared)]);
});

test("a link emailed before sets no password", async () => {
  await app.post("/auth/forgot-password", { email: shared.email });
  const mail = await app.mailTo(shared.email, "password");
  const token = /token=([\w-]+)/.exec(mail.text_body)?.[1];
  const reply = await open.post("/auth/reset-password", { token, newPassword });
  expect([reply.statusCode, reply.json()]).toEqual([403, expect.objectContaining(tooShared)]);
  expect((await open.logIn(shared.email)).statusCode).toBe(200);
});

test("neither their owner nor an administrator can close or suspend them", async () => {
  const own = (await open.logIn(customer)).json<SignedUp>();
  const replies = [
    await open.post("/api/user/close", undefined, own.jwt),
    await open.delete(`/api/admin/delete-user/${own.userId}`, user.jwt),
    await open.put(
      `/api/admin/update-user-status/${own.userId}`,
      { status: "SUSPENDED", reason: "Test" },
      user.jwt,
    ),
  ];
  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([403, expect.objectContaining(tooShared)]);
});

test("visitors' own accounts, and all accounts of a private demo, can change", async () => {
  const other = await app.customer();
  const begin = "/api/user/passkeys/challenge";
  expect((await open.post(begin, undefined, other.jwt)).statusCode).toBe(200);
  expect((await app.post(begin, undefined, user.jwt)).statusCode).toBe(200);
});
