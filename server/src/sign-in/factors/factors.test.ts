import { allEndpoints } from "@gavelyard/contract/all";
import { allRoutes, type RouteName } from "@gavelyard/contract/all-routes";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import type { PasskeyRequest } from "@gavelyard/contract/sign-in/passkeys";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { urlOf } from "../../every-call/reach.ts";
import { Authenticator, decodeBase32, type Deviation } from "../../testing/authenticator.ts";
import {
  jtiOf,
  openAuthApp,
  password,
  type AuthApp,
  type SignedUp,
} from "../../testing/auth-app.ts";
import { codeOf, stepAt } from "./totp.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const works = async (jwt: string) => (await app.get("/api/user/current", jwt)).statusCode === 200;

/** Messages that end the browser's session (D2). No refusal of a factor may match. */
const endsSession = /jwt|token|expired|unauthorized|invalid/i;

async function addPasskey(
  { jwt }: SignedUp,
  key = new Authenticator(),
): Promise<{ key: Authenticator; recoveryCodes: string[] | null }> {
  const options = (await app.post("/api/user/passkeys/challenge", undefined, jwt)).json();
  const body = { challenge: options.challenge, name: "Phone", passkey: key.make(options) };
  const reply = await app.post("/api/user/passkeys", body, jwt);
  expect(reply.statusCode, reply.body).toBe(200);
  return { key, recoveryCodes: reply.json().recoveryCodes };
}

const nowSec = async () => {
  const [row] = await app.query("SELECT extract(epoch FROM clock_ms())::float8 AS now");
  return Number(row?.["now"]);
};

async function addApp({ jwt }: SignedUp) {
  const begun = (await app.post("/api/user/authenticator-app/challenge", undefined, jwt)).json();
  const secret = decodeBase32(begun.secret);
  const code = codeOf(secret, stepAt(await nowSec()));
  const body = { challenge: begun.challenge, code };
  const reply = await app.post("/api/user/authenticator-app", body, jwt);
  expect(reply.statusCode, reply.body).toBe(200);
  const { recoveryCodes }: { recoveryCodes: string[] } = reply.json();
  return { secret, code, recoveryCodes };
}

/** Makes codes that were already used valid again, as if time had passed. */
const forgetSteps = ({ userId }: SignedUp) =>
  app.query("UPDATE authenticator_apps SET last_step = 0 WHERE user_id = $1", [userId]);

/** Waits for an email with that sentence. */
const told = ({ email }: SignedUp, sentence: string) =>
  expect
    .poll(() =>
      app.query("SELECT 1 FROM mails WHERE recipient = $1 AND text_body LIKE '%' || $2 || '%'", [
        email,
        sentence,
      ]),
    )
    .toHaveLength(1);

async function secondStep(email: string) {
  const reply = await app.logIn(email);
  expect(reply.statusCode, reply.body).toBe(200);
  const step: { challenge: string; passkey: PasskeyRequest | null; app: boolean } =
    reply.json().secondStep;
  return step;
}

const finish = (body: object, on = app) => on.post("/auth/second-factor", body);

async function signInWith(key: Authenticator, email: string, how?: Deviation) {
  const { passkey } = await secondStep(email);
  if (passkey === null) throw new Error("no passkey is asked for");
  return finish({ challenge: passkey.challenge, passkey: key.sign(passkey, how) });
}

const request = async (): Promise<PasskeyRequest> =>
  (await app.post("/auth/passkey-challenge")).json();

describe("a passkey (D45)", () => {
  let buyer: SignedUp;
  let key: Authenticator;
  beforeAll(async () => {
    buyer = await app.customer();
    ({ key } = await addPasskey(buyer));
  });

  test("is required after the password, which alone starts no session", async () => {
    const reply = await app.logIn(buyer.email);
    expect(reply.json()).toEqual({
      message: expect.any(String),
      secondStep: {
        challenge: expect.any(String),
        app: false,
        passkey: expect.objectContaining({
          rpId: "gavelyard.example",
          userVerification: "required",
        }),
      },
    });
    const before = await app.query("SELECT 1 FROM sessions WHERE user_id = $1", [buyer.userId]);
    expect((await signInWith(key, buyer.email)).json()).toMatchObject({
      userId: buyer.userId,
      userRole: "ROLE_CUSTOMER",
      jwt: expect.any(String),
    });
    const after = await app.query("SELECT 1 FROM sessions WHERE user_id = $1", [buyer.userId]);
    expect(after.length - before.length).toBe(1);
  });

  test("signs in alone, and that counts as confirmed (D41)", async () => {
    const options = await request();
    expect(options.allowCredentials).toEqual([]);
    const reply = await finish({ challenge: options.challenge, passkey: key.sign(options) });
    expect(await works(reply.json().jwt)).toBe(true);
    expect((await app.get("/api/user/export", reply.json().jwt)).statusCode).toBe(200);
  });

  test.each<[string, Deviation]>([
    ["another site's page", { origin: "https://gavelyard.example.evil.test" }],
    ["another port", { origin: "https://gavelyard.example:8443" }],
    ["another site's name", { rpId: "evil.test" }],
    ["another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["a user who was not verified", { unverified: true }],
    ["a counter that went back", { counter: 1 }],
    ["another user's handle", { userHandle: Buffer.from("1").toString("base64url") }],
  ])("that signed for %s is refused, alone and after the password", async (_what, how) => {
    const options = await request();
    const alone = await finish({ challenge: options.challenge, passkey: key.sign(options, how) });
    const second = await signInWith(key, buyer.email, how);
    for (const reply of [alone, second]) {
      expect(reply.statusCode, reply.body).toBe(401);
      expect(reply.json().message).not.toMatch(endsSession);
    }
  });

  test("can't be created on another site's page, nor without user verification", async () => {
    for (const how of [{ origin: "https://evil.test" }, { unverified: true } as const]) {
      const options = (await app.post("/api/user/passkeys/challenge", undefined, buyer.jwt)).json();
      const passkey = new Authenticator().make(options, how);
      const body = { challenge: options.challenge, name: "Phone", passkey };
      expect((await app.post("/api/user/passkeys", body, buyer.jwt)).statusCode).toBe(400);
    }
  });

  test("of another user finishes nobody else's sign-in, nor confirms for them", async () => {
    const other = await app.customer();
    const { key: others } = await addPasskey(other);
    expect((await signInWith(others, buyer.email)).statusCode).toBe(401);
    const { passkey } = (
      await app.post("/api/user/confirm/challenge", undefined, buyer.jwt)
    ).json();
    const body = { challenge: passkey.challenge, passkey: others.sign(passkey) };
    expect((await app.post("/api/user/confirm", body, buyer.jwt)).statusCode).toBe(400);
    // It can't be added to another account either.
    const options = (await app.post("/api/user/passkeys/challenge", undefined, buyer.jwt)).json();
    const again = { challenge: options.challenge, name: "Phone", passkey: others.make(options) };
    expect((await app.post("/api/user/passkeys", again, buyer.jwt)).statusCode).toBe(409);
  });

  test("answers a challenge once, even if sent several times at once to any process", async () => {
    const sibling = await app.sibling();
    try {
      const options = await request();
      const body = { challenge: options.challenge, passkey: key.sign(options) };
      const replies = await Promise.all([finish(body), finish(body, sibling), finish(body)]);
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401]);
      expect((await finish(body, sibling)).statusCode).toBe(401);
    } finally {
      await sibling.close();
    }
  });

  test("a challenge is valid only for its purpose and for five minutes", async () => {
    const { passkey: confirm } = (
      await app.post("/api/user/confirm/challenge", undefined, buyer.jwt)
    ).json();
    const asSignIn = { challenge: confirm.challenge, passkey: key.sign(confirm) };
    expect((await finish(asSignIn)).statusCode).toBe(401);
    const alone = await request();
    const asConfirm = { challenge: alone.challenge, passkey: key.sign(alone) };
    expect((await app.post("/api/user/confirm", asConfirm, buyer.jwt)).statusCode).toBe(400);
    const { challenge } = await secondStep(buyer.email);
    for (const jwt of [challenge, `${challenge}.${challenge}.${challenge}`])
      expect((await app.get("/api/user/current", jwt)).statusCode).toBe(401);

    const late = await request();
    await app.query("UPDATE auth_challenges SET expires_at = expires_at - interval '5 minutes'");
    const reply = await finish({ challenge: late.challenge, passkey: key.sign(late) });
    expect([reply.statusCode, reply.json().message]).toEqual([
      401,
      "This sign-in took too long. Start again.",
    ]);
  });

  test("confirms in place of the password, in its session alone", async () => {
    const { jwt } = (await signInWith(key, buyer.email)).json();
    await app.query("UPDATE sessions SET confirmed_at = NULL WHERE user_id = $1", [buyer.userId]);
    expect((await app.get("/api/user/export", jwt)).statusCode).toBe(403);
    const { passkey } = (await app.post("/api/user/confirm/challenge", undefined, jwt)).json();
    const body = { challenge: passkey.challenge, passkey: key.sign(passkey) };
    expect((await app.post("/api/user/confirm", body, jwt)).statusCode).toBe(200);
    expect((await app.get("/api/user/export", jwt)).statusCode).toBe(200);
    expect((await app.get("/api/user/export", buyer.jwt)).statusCode).toBe(403);
    expect((await app.post("/api/user/confirm", body, jwt)).statusCode).toBe(400);
  });
});

describe("an authenticator app (D45)", () => {
  let buyer: SignedUp;
  let secret: Buffer;
  let usedCode: string;
  let recoveryCodes: string[];
  beforeAll(async () => {
    buyer = await app.customer();
    ({ secret, code: usedCode, recoveryCodes } = await addApp(buyer));
  });

  test("is required after the password; each code works once, including the setup's", async () => {
    const step = await secondStep(buyer.email);
    expect(step).toEqual({ challenge: step.challenge, passkey: null, app: true });
    expect((await finish({ challenge: step.challenge, code: usedCode })).statusCode).toBe(401);
    await forgetSteps(buyer);
    const code = codeOf(secret, stepAt(await nowSec()));
    // The same challenge allows another try.
    const reply = await finish({ challenge: step.challenge, code });
    expect(await works(reply.json().jwt)).toBe(true);
    const { challenge } = await secondStep(buyer.email);
    const again = await finish({ challenge, code });
    expect([again.statusCode, again.json().message]).toEqual([
      401,
      "That code is wrong or was already used. Check it and try again.",
    ]);
    expect(again.json().message).not.toMatch(endsSession);
  });

  test("the same code sent twice at once starts one session", async () => {
    const steps = await Promise.all([secondStep(buyer.email), secondStep(buyer.email)]);
    await forgetSteps(buyer);
    const code = codeOf(secret, stepAt(await nowSec()));
    const replies = await Promise.all(steps.map(({ challenge }) => finish({ challenge, code })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
  });

  test("its secret is encrypted and in no export", async () => {
    const rows = await app.query("SELECT encode(secret, 'hex') AS kept FROM authenticator_apps");
    const hidden = [secret.toString("hex"), Buffer.from(secret.toString("base64")).toString("hex")];
    for (const { kept } of rows) for (const text of hidden) expect(kept).not.toContain(text);
    await app.query("UPDATE sessions SET confirmed_at = clock_ms()");
    const exported = (await app.get("/api/user/export", buyer.jwt)).body;
    expect(exported).toContain("authenticatorApp");
    for (const column of ["secret", "code_hash", "public_key"])
      expect(exported).not.toContain(column);
  });

  test("a wrong first code adds nothing, and the sixth attempt has to start over", async () => {
    const other = await app.customer();
    const begun = (
      await app.post("/api/user/authenticator-app/challenge", undefined, other.jwt)
    ).json();
    const right = codeOf(decodeBase32(begun.secret), stepAt(await nowSec()));
    const wrong = right === "000000" ? "000001" : "000000";
    const send = (code: string, jwt = other.jwt) =>
      app.post("/api/user/authenticator-app", { challenge: begun.challenge, code }, jwt);
    expect((await send(right, buyer.jwt)).statusCode).toBe(400);
    for (let tried = 2; tried <= 5; tried++)
      expect((await send(wrong)).json().issues).toEqual([
        { path: "code", message: expect.stringContaining("This code is wrong"), code: "refused" },
      ]);
    expect((await send(right)).json().message).toContain("Start again");
    expect((await app.logIn(other.email)).json().jwt).toBeTypeOf("string");
  });

  test("recovery codes work once each, and their use is audited and emailed", async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = "", second = ""] = recoveryCodes;
    const use = async (code: string) =>
      finish({ challenge: (await secondStep(buyer.email)).challenge, code });
    expect((await use(first.toUpperCase().replaceAll("-", " "))).statusCode).toBe(200);
    expect((await use(first)).statusCode).toBe(401);
    const left = (await app.get("/api/user/factors", buyer.jwt)).json().recoveryCodesLeft;
    expect(left).toBe(9);
    await told(buyer, "Someone signed in to your account with one of your recovery codes");
    const audited = await app.query(
      "SELECT 1 FROM audit_log WHERE action = 'recovery-code-used' AND subject_id = $1",
      [buyer.userId],
    );
    expect(audited.length).toBe(1);
    const renewed = await app.post("/api/user/recovery-codes", undefined, buyer.jwt);
    const [fresh = ""] = renewed.json().recoveryCodes;
    expect((await use(second)).statusCode).toBe(401);
    expect((await use(fresh)).statusCode).toBe(200);
  });

  test("after ten wrong codes even right ones fail, but a passkey still signs in", async () => {
    const { key } = await addPasskey(buyer);
    await app.query("DELETE FROM rate_windows WHERE bucket LIKE 'factor-code%'");
    await forgetSteps(buyer);
    for (let tried = 0; tried < 10; tried++) {
      const { challenge } = await secondStep(buyer.email);
      await finish({ challenge, code: "wrong-code" });
    }
    const { challenge } = await secondStep(buyer.email);
    const code = codeOf(secret, stepAt(await nowSec()));
    expect((await finish({ challenge, code })).statusCode).toBe(429);
    expect((await signInWith(key, buyer.email)).statusCode).toBe(200);
    // A thief of the password, elsewhere, can't keep the owner from using the app.
    const { challenge: atHome } = await secondStep(buyer.email);
    const owner = await app.app.inject({
      method: "POST",
      url: "/auth/second-factor",
      payload: { challenge: atHome, code },
      remoteAddress: "198.51.100.32",
    });
    expect(owner.statusCode).toBe(200);
  });
});

describe("between the password and the factor", () => {
  test("a changed password, a suspension and a removed passkey end the sign-in", async () => {
    const buyer = await app.customer();
    const { key } = await addPasskey(buyer);
    const { passkey } = await secondStep(buyer.email);
    if (passkey === null) throw new Error("no passkey is asked for");
    const body = () => ({ challenge: passkey.challenge, passkey: key.sign(passkey) });
    await app.setStatus(buyer.userId, "SUSPENDED");
    expect((await finish(body())).statusCode).toBe(403);
    await app.setStatus(buyer.userId, "ACTIVE");
    const [{ password_hash } = {}] = await app.query(
      "SELECT password_hash FROM users WHERE id = $1",
      [buyer.userId],
    );
    await app.query("UPDATE users SET password_hash = 'another' WHERE id = $1", [buyer.userId]);
    expect((await finish(body())).statusCode).toBe(401);
    await app.query("UPDATE users SET password_hash = $2 WHERE id = $1", [
      buyer.userId,
      password_hash,
    ]);
    const { jwt } = (await finish(body())).json();
    const [{ id } = { id: 0 }] = (await app.get("/api/user/factors", jwt)).json().passkeys;
    expect((await app.delete(`/api/user/passkeys/${id}`, jwt)).statusCode).toBe(200);
    const options = await request();
    const gone = await finish({ challenge: options.challenge, passkey: key.sign(options) });
    expect(gone.statusCode).toBe(401);
    // Without a factor the response is the specification's again, and the recovery codes are gone.
    expect((await app.logIn(buyer.email)).json().jwt).toBeTypeOf("string");
    expect((await app.get("/api/user/factors", jwt)).json()).toMatchObject({
      passkeys: [],
      recoveryCodesLeft: 0,
      need: "none",
    });
  });

  test("resetting the password by email doesn't bypass the second factor", async () => {
    const buyer = await app.customer();
    await addPasskey(buyer);
    await app.post("/auth/forgot-password", { email: buyer.email });
    const { text_body } = await app.mailTo(buyer.email, "Reset");
    const token = decodeURIComponent(/token=([\w%-]+)/.exec(text_body)?.[1] ?? "");
    const newPassword = "another long road 9";
    expect((await app.post("/auth/reset-password", { token, newPassword })).statusCode).toBe(200);
    const reply = await app.logIn(buyer.email, newPassword);
    expect(reply.json().jwt).toBeUndefined();
    expect(reply.json().secondStep.challenge).toBeTypeOf("string");
  });

  test("a demo account's passkey can't sign in remotely (D37)", async () => {
    const buyer = await app.customer();
    const { key } = await addPasskey(buyer);
    await app.query("UPDATE users SET email = 'fleet@demo.example' WHERE id = $1", [buyer.userId]);
    const options = await request();
    const reply = await app.app.inject({
      method: "POST",
      url: "/auth/second-factor",
      payload: { challenge: options.challenge, passkey: key.sign(options) },
      remoteAddress: "203.0.113.9",
    });
    expect([reply.statusCode, reply.json().message]).toEqual([
      403,
      expect.stringContaining("Demo accounts work only"),
    ]);
  });
});

describe("changing factors", () => {
  test("requires confirmation, ends other sessions, and is audited and emailed", async () => {
    const buyer = await app.customer();
    const elsewhere: string = (await app.logIn(buyer.email)).json().jwt;
    const { recoveryCodes } = await addPasskey(buyer);
    expect(recoveryCodes).toHaveLength(10);
    expect(await works(elsewhere)).toBe(false);
    expect(await works(buyer.jwt)).toBe(true);
    await told(buyer, "A passkey was added");
    // A second factor creates no new codes.
    const { recoveryCodes: more } = await addApp(buyer);
    expect(more).toBeNull();
    const actions = await app.query(
      "SELECT action FROM audit_log WHERE subject_id = $1 AND actor_id = $1 ORDER BY id",
      [buyer.userId],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      "passkey-added",
      "authenticator-app-added",
    ]);
    await app.query("UPDATE sessions SET confirmed_at = NULL WHERE jti = $1", [jtiOf(buyer.jwt)]);
    for (const [method, url] of [
      ["POST", "/api/user/passkeys/challenge"],
      ["POST", "/api/user/passkeys"],
      ["DELETE", "/api/user/passkeys/1"],
      ["POST", "/api/user/authenticator-app/challenge"],
      ["POST", "/api/user/authenticator-app"],
      ["DELETE", "/api/user/authenticator-app"],
      ["POST", "/api/user/recovery-codes"],
    ] as const) {
      const headers = { authorization: `Bearer ${buyer.jwt}` };
      const reply = await app.app.inject({ method, url, headers });
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 403, "confirm-again"]);
    }
  });

  test("a closed account keeps none", async () => {
    const buyer = await app.customer();
    await addPasskey(buyer);
    expect((await app.post("/api/user/close", undefined, buyer.jwt)).statusCode).toBe(200);
    const left = await app.query(
      `SELECT 1 FROM passkeys WHERE user_id = $1
        UNION ALL SELECT 1 FROM recovery_codes WHERE user_id = $1`,
      [buyer.userId],
    );
    expect(left).toEqual([]);
  });

  test("an administrator can reset another user's with a reason, which ends the sessions", async () => {
    const [admin, buyer] = [await app.administrator(), await app.customer()];
    await addPasskey(buyer);
    const path = `/api/admin/users/${buyer.userId}/reset-factors`;
    expect((await app.post(path, { reason: "" }, admin.jwt)).statusCode).toBe(400);
    const reason = "Lost phone, called from the number on file";
    expect((await app.post(path, { reason }, admin.jwt)).statusCode).toBe(200);
    expect(await works(buyer.jwt)).toBe(false);
    expect((await app.logIn(buyer.email)).json().jwt).toBeTypeOf("string");
    await told(buyer, "We removed the passkeys");
    const [audited] = await app.query(
      "SELECT reason, actor_id FROM audit_log WHERE action = 'factors-reset' AND subject_id = $1",
      [buyer.userId],
    );
    expect(audited).toEqual({ reason, actor_id: admin.userId });
    expect((await app.post(path, { reason }, admin.jwt)).statusCode).toBe(409);
    const own = `/api/admin/users/${admin.userId}/reset-factors`;
    expect((await app.post(own, { reason }, admin.jwt)).statusCode).toBe(409);
  });
});

describe("staff need a factor from a day on (D45)", () => {
  let strict: AuthApp;
  let staff: SignedUp;
  beforeAll(async () => {
    strict = await app.sibling({ staffFactorFrom: "-infinity" });
    staff = await strict.administrator();
  });
  afterAll(() => strict.close());

  test.each(["an administrator", "support"])(
    "%s can't do anything else before adding one",
    async (who) => {
      const caller = who === "support" ? await strict.support() : staff;
      const open: string[] = [];
      for (const name of Object.keys(allRoutes) as RouteName[]) {
        const endpoint: Endpoint = allEndpoints[name];
        const { access } = endpoint;
        if (access === "public" || access === "customer") continue;
        if (access === "admin" && who === "support") continue;
        const reply = await strict.app.inject({
          method: endpoint.route.method,
          url: urlOf(name, endpoint, 1),
          headers: { authorization: `Bearer ${caller.jwt}`, "idempotency-key": name },
        });
        if (reply.statusCode !== 403 || reply.json().code !== "add-second-factor") open.push(name);
      }
      expect(open.toSorted()).toEqual([
        "addApp",
        "addPasskey",
        "confirmAgain",
        "confirmChallenge",
        "newApp",
        "newPasskey",
        "ownFactors",
      ]);
      // A public call that does more with an administrator's token (D4).
      const body = { name: "Sam", email: strict.newEmail(), password, role: "ROLE_ADMIN_SUPPORT" };
      expect((await strict.post("/auth/signup", body, staff.jwt)).statusCode).toBe(403);
    },
  );

  test("nor can keys that they created before the day, until they have one (D50)", async () => {
    const owner = await app.administrator();
    const given = { name: "Stock system", scopes: ["inventory:read"], expiresInDays: 90 };
    const { key } = (await app.post("/api/user/api-keys", given, owner.jwt)).json();
    const feed = "/api/feeds/inventory";
    expect((await app.get(feed, key)).statusCode).toBe(200);
    const reply = await strict.get(feed, key);
    expect([reply.statusCode, reply.json()]).toMatchObject([
      403,
      {
        code: "add-second-factor",
        message:
          "The owner of this API key has no second factor. The key works again once they add one.",
      },
    ]);
    await addPasskey(owner);
    expect((await strict.get(feed, key)).statusCode).toBe(200);
  });

  test("once they add one, everything works in every process, and they can't remove it", async () => {
    await addPasskey(staff);
    await expect
      .poll(async () => (await strict.get("/api/adminsupport/home", staff.jwt)).statusCode)
      .toBe(200);
    const [{ id } = { id: 0 }] = (await strict.get("/api/user/factors", staff.jwt)).json().passkeys;
    const reply = await strict.delete(`/api/user/passkeys/${id}`, staff.jwt);
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      "Staff need a passkey or an authenticator app. Add another one first.",
    ]);
    expect((await strict.get("/api/user/factors", staff.jwt)).json().passkeys).toHaveLength(1);
  });

  test("customers never need one, and staff are warned until the day", async () => {
    const buyer = await app.customer();
    expect((await strict.get("/api/user/current", buyer.jwt)).statusCode).toBe(200);
    const later = await app.sibling({ staffFactorFrom: "2999-01-31" });
    try {
      const { jwt } = await later.support();
      expect((await later.get("/api/adminsupport/home", jwt)).statusCode).toBe(200);
      expect((await later.get("/api/user/factors", jwt)).json()).toMatchObject({
        need: "later",
        neededFrom: "2999-01-31",
      });
      expect((await app.get("/api/user/factors", jwt)).json()).toMatchObject({
        need: "later",
        neededFrom: null,
      });
      expect((await strict.get("/api/user/factors", jwt)).json()).toMatchObject({ need: "now" });
    } finally {
      await later.close();
    }
  });
});
