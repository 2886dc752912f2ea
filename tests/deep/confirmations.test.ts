import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { call, goTo, openOffice, waitForText, staff, tokenOf } from "../office.ts";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

/** Proposes a void in the last hour of a lot, as support. Returns the unit's ID. */
async function proposedVoid(): Promise<number> {
  const [bid] = await stage.query<{ id: number; user_id: number; inventory_id: number }>(
    `WITH lot AS (
        UPDATE lots SET closes_at = clock_ms() + interval '50 minutes'
        WHERE id = (SELECT max(id) FROM lots WHERE closed_at IS NULL AND leader_id IS NOT NULL)
        RETURNING id, inventory_id, leader_id)
      SELECT g.id, g.user_id, lot.inventory_id FROM lot JOIN ledger g ON g.lot_id = lot.id
      WHERE g.kind = 'BID' AND g.user_id = lot.leader_id ORDER BY g.seq DESC LIMIT 1`,
  );
  const { jwt } = await tokenOf(stage, staff.support);
  const query = `userId=${bid?.user_id}&reason=Placed+by+a+minor`;
  const reply = await call(stage, `/api/bids/${bid?.id}?${query}`, jwt, "DELETE");
  expect(reply.status, await reply.text()).toBe(202);
  return Number(bid?.inventory_id);
}

test("the proposer sees that it waits, and a second person confirms it from the work queue (D38)", async () => {
  const inventoryId = await proposedVoid();
  const desk = await openOffice(stage, "support", "phone");
  await goTo(desk, "tab=confirmations");
  await waitForText(desk, "Waiting for a second person");
  await waitForText(desk, "Placed by a minor");
  expect(await desk.getByRole("button", { name: "Confirm" }).count()).toBe(0);

  const page = await openOffice(stage, "admin");
  await goTo(page, "tab=work");
  await page.getByRole("region", { name: "Actions to confirm" }).getByRole("link").first().click();
  await waitForText(page, "The lot closes within the hour.");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await waitForText(page, "Action confirmed");
  await waitForText(page, "Queue finished: Actions to confirm");
  const kinds = await stage.query<{ kind: string }>(
    "SELECT g.kind FROM ledger g JOIN lots l ON l.id = g.lot_id WHERE l.inventory_id = $1 ORDER BY g.seq",
    [inventoryId],
  );
  expect(kinds.map(({ kind }) => kind)).toContain("VOID");
  await goTo(page, "tab=confirmations");
  await waitForText(page, "Nothing to confirm");
  await page.getByRole("link", { name: "Decided" }).click();
  await waitForText(page, /Confirmed by/);
});

test("the proposer withdraws it with a reason", async () => {
  await proposedVoid();
  const page = await openOffice(stage, "support");
  await goTo(page, "tab=confirmations");
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("textbox", { name: "Reason" })
    .fill("The bidder called back");
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await waitForText(page, "Nothing to confirm");
  const [newest] = await stage.query<{ status: string; note: string }>(
    "SELECT status, note FROM proposals ORDER BY id DESC LIMIT 1",
  );
  expect(newest).toEqual({ status: "REJECTED", note: "The bidder called back" });
});
