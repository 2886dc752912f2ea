import type { BrowserContext } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaultsOf } from "../axe.ts";
import { openOffice } from "../office.ts";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
let context: BrowserContext;
let live: string;
let ended: string;
let paid: string;
let titled: string;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  context = (await openOffice(stage, "admin")).context();
  const [auctions] = await stage.query<{
    live: string;
    ended: string;
    paid: string;
    titled: string;
  }>(
    `SELECT
      (SELECT auction_id FROM lots WHERE closed_at IS NULL AND opens_at < clock_ms() LIMIT 1) AS live,
      (SELECT auction_id FROM lots WHERE outcome = 'SOLD' ORDER BY id DESC LIMIT 1) AS ended,
      (SELECT award_id FROM releases WHERE released_at IS NULL LIMIT 1) AS paid,
      (SELECT inventory_id FROM title_states WHERE state = 'READY' LIMIT 1) AS titled`,
  );
  if (auctions === undefined) throw new Error("the demo has no auctions");
  ({ live, ended, paid, titled } = auctions);
});
afterAll(() => stage?.close());

const parts = [
  "work",
  "inventory",
  "inventory&unit=5",
  "inventory&unit=new",
  "auctions",
  "auctions&auction=LIVE",
  "auctions&auction=new",
  "questions",
  "control",
  "control&auction=LIVE",
  "winners",
  "winners&auction=ENDED",
  "payments",
  "payments&auction=ENDED",
  "gate",
  "gate&award=PAID",
  "titles",
  "titles&unit=TITLED",
  "sellers",
  "sellers&seller=1",
  "sellers&seller=new",
  "users",
  "users&user=2",
  "users&user=3",
  "limits",
  "confirmations",
  "finance",
  "leads",
  "security",
  "profile",
];

const pathOf = (part: string) =>
  `/admin-dashboard?tab=${part}`
    .replace("LIVE", live)
    .replace("ENDED", ended)
    .replace("PAID", paid)
    .replace("TITLED", titled);

test.each(parts)("staff's %s passes axe and fits the screen", async (part) => {
  expect(await accessFaultsOf(context, pathOf(part))).toEqual([]);
});

test.each(["work", "payments", "limits", "settings"])(
  "staff's %s without permissions passes axe and fits the screen",
  async (part) => {
    const narrow = (await openOffice(stage, "support")).context();
    await stage.query(
      "UPDATE users SET withheld_permissions = '{documents,money,settings}' WHERE email LIKE 'support@%'",
    );
    expect(await accessFaultsOf(narrow, pathOf(part))).toEqual([]);
  },
);

test("staff's units say so when the server can't be reached, and pass axe", async () => {
  await context.route(/\/api\//, (route) => route.abort());
  const faults = await accessFaultsOf(context, pathOf("inventory"), (tab) =>
    tab.getByRole("button", { name: "Try again" }).first().waitFor(),
  );
  expect(faults).toEqual([]);
});
