import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { insertSoldLots } from "../../server/src/testing/sold-lots.ts";
import { twoPersonRuleOff } from "../../server/src/testing/two-person-rule.ts";
import { accessFaults } from "../axe.ts";
import { openOffice, waitForText } from "../office.ts";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
let bidders: number[];
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await stage.query(twoPersonRuleOff);
  const rows = await stage.query<{ id: number }>(
    `WITH made AS (
        INSERT INTO users (email, name, password_hash, role, email_verified_at)
        SELECT 'triage' || n || '@example.com', 'Bidder ' || n, 'none', 'ROLE_CUSTOMER', clock_ms()
        FROM generate_series(1, 20) AS n RETURNING id)
      INSERT INTO bidders (user_id, limit_cents) SELECT id, 100000000000 FROM made
      RETURNING user_id AS id`,
  );
  bidders = rows.map(({ id }) => id);
});
afterAll(() => stage?.close());

const sale = (lots: number, below: number) =>
  insertSoldLots(
    { query: async (text, values) => ({ rows: await stage.query(text, values) }) },
    bidders,
    { lots, bids: 3, below },
  );

const outcomesOf = async (auctionId: number) => {
  const [row] = await stage.query(
    `SELECT count(*) FILTER (WHERE l.decision = 'ACCEPTED')::int AS accepted,
        count(*) FILTER (WHERE l.decision = 'DECLINED')::int AS declined,
        count(*) FILTER (WHERE a.status = 'DECLARED')::int AS declared
      FROM lots l LEFT JOIN awards a ON a.lot_id = l.id WHERE l.auction_id = $1`,
    [auctionId],
  );
  return row;
};

function counted(page: Page) {
  let keys = 0;
  return {
    press: (key: string) => {
      keys += 1;
      return page.keyboard.press(key);
    },
    keys: () => keys,
  };
}

const openSale = (auctionId: number) =>
  openOffice(stage, "admin", "desktop", `/admin-dashboard?tab=winners&auction=${auctionId}`);

/** Waits for a question that has the keyboard. */
async function asked(page: Page, text: string): Promise<void> {
  const question = page.getByRole("alertdialog").filter({ hasText: text });
  await expect
    .poll(() => question.evaluateAll(([node]) => node?.contains(document.activeElement) === true))
    .toBe(true);
}

test("40 lots below their reserve and 260 winners take at most 60 keys, and no mouse", async () => {
  const { auctionId } = await sale(300, 40);
  const page = await openSale(auctionId);
  const list = page.getByRole("listbox", { name: "Lots below their reserve" });
  await expect.poll(() => list.evaluate((node) => node === document.activeElement)).toBe(true);
  await list.getByRole("option", { selected: true }).filter({ hasText: "Peterbilt" }).waitFor();
  expect(await accessFaults(page, "the triage of winners")).toEqual([]);
  const { press, keys } = counted(page);
  for (let lot = 0; lot < 40; lot += 1) await press(lot % 2 === 0 ? "a" : "d");
  // The last one for another reason.
  await press("3");
  await list.getByText("Decline: Too far below the reserve").waitFor();
  expect(await outcomesOf(auctionId)).toMatchObject({ accepted: 0, declined: 0 });
  await press("Enter");
  await asked(page, "Accept 20 for $60,000 in all, decline 20, counter 0.");
  await press("Tab");
  await press("Enter");
  await waitForText(page, "40 of 40 decided");
  const declare = page.getByRole("button", { name: "Declare 260 winners" });
  await expect.poll(() => declare.evaluate((node) => node === document.activeElement)).toBe(true);
  await press("Enter");
  await asked(page, "260");
  await press("Tab");
  await press("Enter");
  await waitForText(page, "Winners declared");
  expect(await outcomesOf(auctionId)).toEqual({ accepted: 20, declined: 20, declared: 280 });
  expect(keys()).toBeLessThanOrEqual(60);
});

test("a rule shows what it would decide, and one lot of it can be taken out", async () => {
  const { auctionId } = await sale(12, 12);
  const page = await openSale(auctionId);
  const list = page.getByRole("listbox", { name: "Lots below their reserve" });
  await list.waitFor();
  await page.getByLabel("Share of the reserve (%)").fill("76");
  await page.getByRole("button", { name: "Decline all below 76 %" }).click();
  // 71 to 75 percent; shares are rounded down.
  const staged = list.getByText("Decline: The seller declines");
  expect(await staged.count()).toBe(5);
  expect(await outcomesOf(auctionId)).toMatchObject({ declined: 0 });
  await list.focus();
  await page.keyboard.press("a");
  expect(await staged.count()).toBe(4);
  await page.keyboard.press("u");
  await page.getByRole("button", { name: "Apply 4 decisions" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await waitForText(page, "4 of 4 decided");
  expect(await outcomesOf(auctionId)).toMatchObject({ accepted: 0, declined: 4 });
});

test("c names the seller's price, by default the reserve", async () => {
  const { auctionId } = await sale(3, 3);
  const page = await openSale(auctionId);
  await page.getByRole("listbox", { name: "Lots below their reserve" }).waitFor();
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await asked(page, "counter 1.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await waitForText(page, "1 of 1 decided");
  const offers = await stage.query(
    `SELECT o.id FROM offers o JOIN lots l ON l.id = o.lot_id WHERE l.auction_id = $1`,
    [auctionId],
  );
  expect(offers).toHaveLength(1);
});
