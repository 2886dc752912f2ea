import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";

let app: AuthApp;
let admin: SignedUp;
let support: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  admin = await app.administrator();
  support = await app.support();
});
afterAll(() => app.close());

const note = (userId: number, text: string, by = support) =>
  app.post(`/api/adminsupport/users/${userId}/notes`, { text }, by.jwt);
const notesOf = async (userId: number) =>
  (await app.get(`/api/adminsupport/users/${userId}/notes`, support.jwt)).json();
const audits = (userId: number) =>
  app.query(
    "SELECT action, before FROM audit_log WHERE subject_type = 'user' AND subject_id = $1 ORDER BY id",
    [userId],
  );

describe("notes about a user", () => {
  test("are written by staff and shown newest first, with author and time", async () => {
    const { userId } = await app.customer();
    expect((await note(userId, " Called about lot 12. \n Pays Friday. ")).json()).toMatchObject({
      text: "Called about lot 12. \n Pays Friday.",
      authorId: support.userId,
      authorName: "Sam Support",
    });
    await note(userId, "Paid.", admin);
    expect(await notesOf(userId)).toMatchObject([{ text: "Paid." }, { authorName: "Sam Support" }]);
    expect((await audits(userId)).map(({ action }) => action)).toEqual([
      "note-added",
      "note-added",
    ]);
  });

  test("need 1 to 2,000 characters and an existing account", async () => {
    const { userId } = await app.customer();
    expect((await note(userId, "  ")).statusCode).toBe(400);
    expect((await note(userId, "x".repeat(2_001))).statusCode).toBe(400);
    expect((await note(userId, "x".repeat(2_000))).statusCode).toBe(200);
    expect((await note(987_654, "Who?")).statusCode).toBe(404);
  });

  test("can be removed by their author or an administrator, and the audit keeps them", async () => {
    const { userId } = await app.customer();
    const { id: first } = (await note(userId, "By the administrator", admin)).json();
    const { id: second } = (await note(userId, "By support")).json();
    const remove = (id: number, by: SignedUp) =>
      app.delete(`/api/adminsupport/notes/${id}`, by.jwt);
    expect((await remove(first, support)).statusCode).toBe(403);
    expect((await remove(first, admin)).statusCode).toBe(200);
    expect((await remove(second, support)).statusCode).toBe(200);
    expect((await remove(second, support)).statusCode).toBe(404);
    expect(await notesOf(userId)).toEqual([]);
    expect((await audits(userId)).slice(-1)).toMatchObject([
      { action: "note-removed", before: { text: "By support" } },
    ]);
  });

  test("are never sent to the user, and are deleted with the account", async () => {
    const customer = await app.customer();
    const { userId, jwt } = customer;
    await note(userId, "zebra-crossing-note");
    for (const path of [`/api/${userId}`, "/api/user/current", "/api/user/export"]) {
      const reply = await app.get(path, jwt);
      expect(reply.statusCode).toBe(200);
      expect(reply.body).not.toContain("zebra-crossing-note");
    }
    expect((await app.get(`/api/adminsupport/users/${userId}/notes`, jwt)).statusCode).toBe(403);
    await app.delete(`/api/admin/delete-user/${userId}`, admin.jwt);
    expect(await notesOf(userId)).toEqual([]);
    expect((await note(userId, "Too late")).statusCode).toBe(409);
  });
});

describe("in addition to a user's profile, staff see", () => {
  test("documents, newest first", async () => {
    const { userId, jwt } = await app.customer();
    const file = { fileName: "letter.pdf", bytes: Buffer.from("%PDF-1.4\n1 0 obj\n") };
    await app.form(
      "POST",
      `/api/bid-limit-request/${userId}`,
      [
        ["bidLimitAmount", "100000"],
        ["document", file],
      ],
      jwt,
    );
    const path = `/api/adminsupport/users/${userId}/documents`;
    const [document] = (await app.get(path, support.jwt)).json();
    expect(document).toMatchObject({ purpose: "BID_LIMIT", fileName: "letter.pdf" });
    expect(
      (await app.get(`/api/documents/${document.id}?reason=Review`, support.jwt)).statusCode,
    ).toBe(200);
    const unknown = "/api/adminsupport/users/987654/documents";
    expect((await app.get(unknown, support.jwt)).statusCode).toBe(404);
  });

  test("sign-ins, and an administrator can end one or all", async () => {
    const customer = await app.customer();
    const { jwt: other } = (await app.logIn(customer.email)).json();
    const path = `/api/adminsupport/users/${customer.userId}/sessions`;
    const signIns = (await app.get(path, support.jwt)).json();
    expect(signIns).toHaveLength(2);
    expect(signIns.map(({ current }: { current: boolean }) => current)).toEqual([false, false]);
    const end = (id: string, by = admin) =>
      app.delete(`/api/admin/users/${customer.userId}/sessions${id}`, by.jwt);
    // The second sign-in is the newest.
    expect((await end(`/${signIns[0].id}`)).statusCode).toBe(200);
    expect((await end(`/${signIns[0].id}`)).statusCode).toBe(404);
    expect((await app.get("/api/user/current", other)).statusCode).toBe(401);
    expect((await app.get("/api/user/current", customer.jwt)).statusCode).toBe(200);
    expect((await end("", support)).statusCode).toBe(403);
    expect((await end("")).statusCode).toBe(200);
    expect((await app.get("/api/user/current", customer.jwt)).statusCode).toBe(401);
    const ofStaff = `/api/adminsupport/users/${admin.userId}/sessions`;
    const spied = await app.get(ofStaff, support.jwt);
    expect([spied.statusCode, spied.json().message]).toEqual([
      403,
      "Only an administrator can see where staff are signed in",
    ]);
    expect((await app.get(ofStaff, admin.jwt)).statusCode).toBe(200);
    const mine = `/api/adminsupport/users/${support.userId}/sessions`;
    expect((await app.get(mine, support.jwt)).json()).toHaveLength(1);
    const own = await app.delete(`/api/admin/users/${admin.userId}/sessions`, admin.jwt);
    expect(own.statusCode).toBe(409);
    expect((await audits(customer.userId)).map(({ action }) => action)).toEqual([
      "sessions-ended",
      "sessions-ended",
    ]);
  });
});
