import type { FoundRecord } from "@gavelyard/contract/staff-search";
import type { TimelineEntry } from "@gavelyard/contract/users/timeline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";
import { behindTriggers } from "../testing/behind-triggers.ts";
import { twoPersonRuleOff } from "../testing/two-person-rule.ts";

let app: AuthApp;
let staff: SignedUp;
let buyer: SignedUp;
let unitId: number;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  await app.query(twoPersonRuleOff);
  const { lot, winner } = await salesOn(app, staff).declared();
  buyer = winner;
  unitId = lot.inventoryId;
});
afterAll(() => app.close());

interface Page {
  readonly content: readonly TimelineEntry[];
  readonly totalElements: number;
}
const timeline = async (query = "", by = staff): Promise<Page> =>
  (
    await app.get(`/api/adminsupport/users/${buyer.userId}/timeline?size=50${query}`, by.jwt)
  ).json();
const kindsIn = ({ content }: Page) => content.map(({ kind }) => kind);

test("a timeline has bids, the sale, its title and what was said, newest first", async () => {
  await app.query(
    `INSERT INTO title_events (inventory_id, seq, kind, state, expected_on, recorded_by)
      VALUES ($1, 1, 'EXPECTED', 'EXPECTED', '2027-01-04', $2), ($1, 2, 'EXPECTED', 'EXPECTED', '2027-01-09', $2)`,
    [unitId, staff.userId],
  );
  await app.query(
    `INSERT INTO enquiries (kind, name, email, subject, message)
      SELECT 'CONTACT', name, email, 'My title', 'When does it come?' FROM users WHERE id = $1`,
    [buyer.userId],
  );
  for (const body of [{ text: "Asked for the title", call: true }, { text: "Pays by wire" }])
    await app.post(`/api/adminsupport/users/${buyer.userId}/notes`, body, staff.jwt);
  const all = await timeline();
  expect(all.content).toEqual(all.content.toSorted((one, other) => other.at.localeCompare(one.at)));
  expect(new Set(all.content.map(({ id }) => id)).size).toBe(all.totalElements);
  expect(all.content).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "BID", amount: 3_000, path: `/truck/${unitId}` }),
      expect.objectContaining({ kind: "WIN", state: "DECLARED", amount: 3_000 }),
      expect.objectContaining({ kind: "INVOICE", state: "ISSUED", amount: 3_450 }),
      expect.objectContaining({
        kind: "TITLE",
        state: "EXPECTED",
        detail: "2027-01-04",
        path: `?tab=titles&unit=${unitId}`,
      }),
      expect.objectContaining({ kind: "MESSAGE", title: "My title", state: "WAITS" }),
      expect.objectContaining({ kind: "CALL", detail: "Asked for the title" }),
      expect.objectContaining({ kind: "NOTE", detail: "Pays by wire" }),
    ]),
  );
  expect(kindsIn(await timeline("&part=BIDS"))).toEqual(["BID"]);
  const contact = await timeline("&part=CONTACT");
  expect(contact.totalElements).toBe(contact.content.length);
  expect(kindsIn(contact)).toEqual(expect.arrayContaining(["NOTE", "CALL", "MESSAGE", "EMAIL"]));
  expect(kindsIn(contact)).not.toContain("BID");
});

test("a title that went to another buyer of the unit isn't on this one's timeline", async () => {
  const other = await salesOn(app, staff).declared();
  await behindTriggers(
    app.ownerUrl,
    `INSERT INTO title_events (inventory_id, seq, kind, state, award_id, carrier, recorded_by)
      VALUES ($1, 9, 'SENT', 'SENT', $2, 'Their carrier', $3)`,
    [unitId, other.awardId, staff.userId],
  );
  const details = (await timeline("&part=PAPERS")).content.map(({ detail }) => detail);
  expect(details).toContain("2027-01-04");
  expect(details).not.toContain("Their carrier");
});

test("money and titles need their permissions", async () => {
  const desk = await app.support();
  await app.query("UPDATE users SET withheld_permissions = '{money,titles}' WHERE id = $1", [
    desk.userId,
  ]);
  const kinds = kindsIn(await timeline("", desk));
  expect(kinds).toContain("WIN");
  expect(kinds).not.toContain("INVOICE");
  expect(kinds).not.toContain("TITLE");
  expect(kinds).not.toContain("PICKUP");
  expect(kinds).not.toContain("DELIVERY");
});

test("a buyer is found by the stock number, the VIN and its end", async () => {
  await app.query(
    "UPDATE inventory SET identifier_type = 'VIN', vin = '1XPBD49X0KD719283' WHERE id = $1",
    [unitId],
  );
  const [unit] = await app.query("SELECT stock_number FROM inventory WHERE id = $1", [unitId]);
  const foundBy = async (q: string) =>
    (await app.get(`/api/adminsupport/find?q=${q}`, staff.jwt))
      .json<FoundRecord[]>()
      .filter(({ kind, id }) => kind === "USER" && id === String(buyer.userId)).length;
  for (const q of [String(unit?.["stock_number"]), "1XPBD49X0KD719283", "719283"])
    expect(await foundBy(q), q).toBe(1);
  expect(await foundBy("Peterbilt")).toBe(0);
});
