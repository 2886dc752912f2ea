import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { clockNow } from "../db/clock.ts";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";

const AHEAD_MS = 3 * 60 * 60 * 1_000;

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

test("events have the database's time, even if this process's clock is three hours ahead (D16)", async () => {
  const [admin, support, customer] = [
    await app.administrator(),
    await app.support(),
    await app.customer(),
  ];
  const sales = salesOn(app, support);
  const [lot] = await sales.auctionWith([[2_500]]);
  const heard: [type: string, at: string | undefined][] = [];
  app.context.bus.listen({
    onEvent: (event) => {
      if (event.type === "users-told") heard.push([event.event.type, event.event.at]);
      if (event.type === "lot-closed") heard.push([event.type, event.at]);
    },
    onGap: () => {},
  });
  const decide = async (call: (documentId: string) => ReturnType<AuthApp["post"]>) => {
    const asked = await app.form(
      "POST",
      `/api/bid-limit-request/${customer.userId}`,
      [
        ["bidLimitAmount", "60000"],
        ["docType", "BANK_LETTER"],
        ["document", { fileName: "letter.pdf", bytes: Buffer.from("%PDF-1.4\n%funds\n") }],
      ],
      customer.jwt,
    );
    const { documentId } = asked.json<{ documentId: string }>();
    const review = { documentId, decision: "APPROVE", note: "Checked" };
    await app.post("/api/adminsupport/bidLimitRequestReviewed", review, support.jwt);
    return call(documentId);
  };
  const since = (await clockNow(app.context.pool)).toISOString();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + AHEAD_MS });
  try {
    await decide((documentId) =>
      app.post(
        `/api/admin/bidLimitRequestRejected/documentId/${documentId}`,
        { note: "Too old" },
        admin.jwt,
      ),
    );
    await decide((documentId) =>
      app.get(
        `/api/admin/bidLimitRequestApproved/documentId/${documentId}/bidLimit/60000`,
        admin.jwt,
      ),
    );
    const limit = `/api/admin/update-bid-limit/users/${customer.userId}/30000`;
    await app.put(limit, undefined, admin.jwt);
    const permissions = `/api/admin/users/${support.userId}/permissions`;
    await app.put(permissions, { permissions: { settings: false } }, admin.jwt);
    await sales.close(lot?.auctionId ?? 0);
  } finally {
    vi.useRealTimers();
  }
  const until = (await clockNow(app.context.pool)).toISOString();

  // The server's own loop can close the lot; its events follow the commit.
  await expect
    .poll(() => heard.map(([type]) => type))
    .toEqual([
      "REQUEST_DECIDED",
      "REQUEST_DECIDED",
      "LIMIT_CHANGED",
      "LIMIT_CHANGED",
      "PERMISSIONS_CHANGED",
      "lot-closed",
      "LOST",
      "WON",
    ]);
  const off = heard.filter(([, at = ""]) => at < since || at > until);
  expect(off).toEqual([]);
});
