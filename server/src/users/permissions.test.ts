import type { staffHome } from "@gavelyard/contract/work-queue";
import { permissions, type Permission } from "@gavelyard/domain/users/permissions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { grantAdministrator } from "../sign-in/first-admin.ts";
import { openAuthApp, password, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";

type Changes = Partial<Record<Permission, boolean>>;

let app: AuthApp;
let admin: SignedUp;
/** Confirms what takes access from an administrator (D38). */
let third: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  admin = await app.administrator();
  third = await app.administrator();
});
afterAll(() => app.close());

const change = (user: SignedUp, changes: Changes, by = admin) =>
  app.put(`/api/admin/users/${user.userId}/permissions`, { permissions: changes }, by.jwt);
const set = async (user: SignedUp, changes: Changes, by = admin) => {
  const reply = await change(user, changes, by);
  if (reply.statusCode === 202) {
    const [row] = await app.query("SELECT max(id)::int AS id FROM proposals");
    const path = `/api/adminsupport/proposals/${Number(row?.["id"])}/confirm`;
    expect((await app.post(path, undefined, third.jwt)).statusCode).toBe(200);
    return (await app.get(`/api/adminsupport/${user.userId}`, admin.jwt)).json().permissions;
  }
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().permissions;
};
const onlyWith = (...held: Permission[]): Changes =>
  Object.fromEntries(permissions.map((one) => [one, held.includes(one)]));
const refusal = async (reply: ReturnType<typeof change>) => {
  const { statusCode, message } = (await reply).json();
  return [statusCode, message];
};
const yards = (by: SignedUp, on = app) => on.get("/api/adminsupport/yards", by.jwt);

describe("permissions of a member of staff", () => {
  test("default to everything the role allows", async () => {
    const support = await app.support();
    const own = async () => (await app.get("/api/user/current", support.jwt)).json().permissions;
    expect(await own()).toEqual(permissions);
    expect((await yards(support)).statusCode).toBe(200);

    expect(await set(support, { auctions: false })).toEqual(onlyNames("auctions"));
    expect(await own()).toEqual(onlyNames("auctions"));
    const refused = await yards(support);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: "permission-missing",
      message: "You don't have the Auctions permission. Ask an administrator.",
    });

    await set(support, { auctions: true });
    expect((await yards(support)).statusCode).toBe(200);
  });

  test("take effect on the next call in every process", async () => {
    const [support, other] = [await app.support(), await app.sibling()];
    try {
      expect((await yards(support, other)).statusCode).toBe(200);
      await set(support, { auctions: false });
      await expect.poll(async () => (await yards(support, other)).statusCode).toBe(403);
    } finally {
      await other.close();
    }
  });

  test("are audited with before and after, and the person is emailed", async () => {
    const support = await app.support();
    await set(support, { money: false, settings: false });
    await set(support, { money: false });
    const records = await app.query(
      `SELECT actor_id, before, after FROM audit_log
        WHERE action = 'permissions-changed' AND subject_id = $1`,
      [support.userId],
    );
    expect(records).toEqual([
      {
        actor_id: admin.userId,
        before: { permissions },
        after: { permissions: onlyNames("money", "settings") },
      },
    ]);
    const { text_body } = await app.mailTo(support.email, "permissions were changed");
    expect(text_body).toContain("You now have: Documents, Gate, Titles, Auctions, Sellers, Users.");
  });

  test("keep another administrator's concurrent changes", async () => {
    const support = await app.support();
    await Promise.all([set(support, { money: false }), set(support, { auctions: false })]);
    expect(await set(support, { users: false })).toEqual(onlyNames("money", "auctions", "users"));
  });

  test("can be changed only after confirming the password", async () => {
    const support = await app.support();
    const { userId, jwt } = await app.administrator();
    await app.query("UPDATE sessions SET confirmed_at = NULL WHERE user_id = $1", [userId]);
    const reply = await change(support, { money: false }, { ...admin, jwt });
    expect([reply.statusCode, reply.json().code]).toEqual([403, "confirm-again"]);
  });

  test("are rejected by the database for customers, and unknown ones for everyone", async () => {
    const customer = await app.customer();
    const withhold = (userId: number, names: string) =>
      app.query("UPDATE users SET withheld_permissions = $2 WHERE id = $1", [userId, names]);
    await expect(withhold(customer.userId, "{money}")).rejects.toThrow("users_permissions");
    await expect(withhold(admin.userId, "{everything}")).rejects.toThrow("users_permissions");
  });
});

const onlyNames = (...without: Permission[]) => permissions.filter((one) => !without.includes(one));

describe("changing permissions", () => {
  test("needs an administrator with the permission Users, on another staff account", async () => {
    const [support, narrow] = [await app.support(), await app.administrator()];
    expect((await change(support, { money: false }, await app.support())).statusCode).toBe(403);
    expect(await refusal(change(admin, { money: false }))).toEqual([
      409,
      "You can't change your own permissions. Ask another administrator.",
    ]);
    expect(await refusal(change(await app.customer(), { money: true }))).toEqual([
      409,
      "Only staff have permissions. Nothing was changed.",
    ]);
    await set(narrow, { users: false });
    expect(await refusal(change(support, { money: false }, narrow))).toEqual([
      403,
      "You don't have the Users permission. Ask an administrator.",
    ]);
    expect((await change({ ...support, userId: 987_654_321 }, {})).statusCode).toBe(404);
  });

  test("gives a second account no more than its creator has", async () => {
    const narrow = await app.administrator();
    await set(narrow, { money: false });
    const email = app.newEmail();
    const account = { name: "Second self", email, role: "ROLE_ADMIN_SUPPORT" };
    const opened = await app.post("/auth/signup", account, narrow.jwt);
    expect(opened.statusCode, opened.body).toBe(200);
    const second = { userId: opened.json().userId, email, jwt: "" };
    const shown = await app.get(`/api/adminsupport/${second.userId}`, admin.jwt);
    expect(shown.json().permissions).toEqual(onlyNames("money"));
    expect(await refusal(change(second, { money: true }, narrow))).toEqual([
      403,
      "You can only grant permissions you have. Nothing was changed.",
    ]);
    expect(await set(second, { money: true })).toEqual(permissions);
  });

  test("creating a support account needs the permission Users", async () => {
    const narrow = await app.administrator();
    await set(narrow, { users: false });
    const account = { name: "Another", email: app.newEmail(), role: "ROLE_ADMIN_SUPPORT" };
    const reply = await app.post("/auth/signup", account, narrow.jwt);
    expect([reply.statusCode, reply.json().code]).toEqual([403, "permission-missing"]);
  });
});

test("when two administrators withhold each other's permission at once, one keeps it", async () => {
  const house = await openAuthApp({ rateLimits: 0 });
  try {
    for (let round = 0; round < 5; round++) {
      await house.query(
        "UPDATE users SET status = 'SUSPENDED' WHERE role = 'ROLE_ADMIN' AND status = 'ACTIVE'",
      );
      const pair = [await house.administrator(), await house.administrator()] as const;
      const take = (from: SignedUp, by: SignedUp) =>
        house.put(
          `/api/admin/users/${from.userId}/permissions`,
          { permissions: { users: false } },
          by.jwt,
        );
      const replies = await Promise.all([take(pair[0], pair[1]), take(pair[1], pair[0])]);
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
      const left = await house.query(
        `SELECT id FROM users WHERE role = 'ROLE_ADMIN' AND status = 'ACTIVE'
          AND 'users' <> ALL (withheld_permissions)`,
      );
      expect(left).toHaveLength(1);
    }
  } finally {
    await house.close();
  }
});

test("an administrator without Users can't suspend anyone", async () => {
  const narrow = await app.administrator();
  await set(narrow, { users: false });
  const path = `/api/admin/update-user-status/${admin.userId}`;
  const suspended = await app.put(path, { status: "SUSPENDED" }, narrow.jwt);
  expect([suspended.statusCode, suspended.json().code]).toEqual([403, "permission-missing"]);
});

test("npm run admin restores every permission of an administrator", async () => {
  const narrow = await app.administrator();
  await set(narrow, onlyWith());
  await grantAdministrator(app.context, { email: narrow.email, name: "Ada", password });
  const { jwt } = (await app.logIn(narrow.email)).json();
  expect((await app.get("/api/user/current", jwt)).json().permissions).toEqual(permissions);
});

describe("the two-person rule", () => {
  type Queues = z.output<typeof staffHome.response>["queues"];
  const queue = async ({ jwt }: SignedUp, name: Queues[number]["name"]) => {
    const { queues } = (await app.get("/api/adminsupport/home", jwt)).json<{ queues: Queues }>();
    return queues.find((one) => one.name === name) ?? expect.fail("no such queue");
  };
  const propose = async (by: SignedUp) => {
    const user = await app.customer();
    const path = `/api/admin/update-bid-limit/users/${user.userId}/900000`;
    expect((await app.put(path, undefined, by.jwt)).statusCode).toBe(202);
    const [row] = await app.query("SELECT max(id)::int AS id FROM proposals");
    return Number(row?.["id"]);
  };
  const confirm = (id: number, by: SignedUp) =>
    app.post(`/api/adminsupport/proposals/${id}/confirm`, undefined, by.jwt);
  const reject = (id: number, by: SignedUp) =>
    app.post(`/api/adminsupport/proposals/${id}/reject`, { note: "Not agreed" }, by.jwt);

  test("needs the permission from the second person too, as the work queue shows", async () => {
    const second = await app.administrator();
    const id = await propose(admin);
    expect(await queue(second, "CONFIRMATIONS")).toMatchObject({ count: 1 });
    await set(second, { users: false });
    expect(await queue(second, "CONFIRMATIONS")).toMatchObject({ count: 0, next: [] });
    for (const decide of [confirm, reject]) {
      const reply = await decide(id, second);
      expect([reply.statusCode, reply.json().code]).toEqual([403, "permission-missing"]);
    }
    await set(second, { users: true });
    expect((await confirm(id, second)).statusCode).toBe(200);
  });

  test("lets a proposer who lost the permission withdraw, but nobody confirm", async () => {
    const proposer = await app.administrator();
    const id = await propose(proposer);
    await set(proposer, { users: false });
    expect(await refusal(confirm(id, admin))).toEqual([
      409,
      "The person who proposed this is no longer allowed to do it. Reject it.",
    ]);
    expect((await reject(id, proposer)).statusCode).toBe(200);
  });

  test("checks only the permission of the act", async () => {
    const [support, second] = [await app.support(), await app.support()];
    const [lot] = await salesOn(app, support).auctionWith([[1_000, 1_500]]);
    const close = { reason: "The yard closes" };
    const path = `/api/adminsupport/lots/${lot?.lotId}/close`;
    expect((await app.post(path, close, support.jwt)).statusCode).toBe(202);
    const [row] = await app.query("SELECT max(id)::int AS id FROM proposals");
    await set(second, onlyWith("auctions"));
    expect((await confirm(Number(row?.["id"]), second)).statusCode).toBe(200);
  });
});

describe("without a permission", () => {
  test("the work queue shows only work that the viewer may do", async () => {
    const support = await app.support();
    const customer = await app.customer();
    await app.query(
      `INSERT INTO enquiries (kind, name, email, subject, message)
        VALUES ('CONTACT', 'Lee', 'lee@example.com', 'A question', 'Is it still there?')`,
    );
    const letter = { fileName: "l.pdf", bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n") };
    const asked = await app.form(
      "POST",
      `/api/bid-limit-request/${customer.userId}`,
      [
        ["bidLimitAmount", "60000"],
        ["document", letter],
      ],
      customer.jwt,
    );
    const counts = async () => {
      const { queues } = (await app.get("/api/adminsupport/home", support.jwt)).json();
      return Object.fromEntries(
        queues.map(({ name, count }: { name: string; count: number }) => [name, count]),
      );
    };
    expect(await counts()).toMatchObject({ LIMIT_REVIEWS: 1, LEADS: 1 });
    await set(support, { users: false });
    expect(await counts()).toMatchObject({ LIMIT_REVIEWS: 0, LEADS: 1 });

    const path = `/api/documents/${asked.json().documentId}?reason=A+look`;
    expect((await app.get(path, support.jwt)).statusCode).toBe(200);
    await set(support, { documents: false, users: true });
    const refused = await app.get(path, support.jwt);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      "You don't have the Documents permission. Ask an administrator.",
    ]);
    const opened = await app.query(
      "SELECT count(*)::int AS times FROM audit_log WHERE action = 'document-opened'",
    );
    expect(opened).toEqual([{ times: 1 }]);
  });

  test("a search finds only what the viewer may open", async () => {
    const support = await app.support();
    const customer = await app.customer();
    const found = async () =>
      (await app.get(`/api/adminsupport/find?q=${customer.email}`, support.jwt)).json();
    expect(await found()).toMatchObject([{ kind: "USER", id: String(customer.userId) }]);
    await set(support, { users: false });
    expect(await found()).toEqual([]);
  });

  test("only administrators who handle payments count for changes of bank details", async () => {
    const count = async () =>
      (await app.get("/api/adminsupport/bank-details", admin.jwt)).json().administrators;
    const [before, other] = [await count(), await app.administrator()];
    expect(await count()).toBe(before + 1);
    await set(other, { money: false });
    expect(await count()).toBe(before);
  });
});
