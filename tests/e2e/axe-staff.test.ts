import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaultsOfAll } from "../axe.ts";
import { openOffice } from "../office.ts";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
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
  "control",
  "control&auction=LIVE",
  "winners",
  "winners&auction=OVER",
  "payments",
  "payments&auction=OVER",
  "users",
  "users&user=3",
  "limits",
  "finance",
  "leads",
  "profile",
];

async function pages(): Promise<string[]> {
  const [live] = await stage.query<{ id: string }>(
    "SELECT auction_id AS id FROM lots WHERE closed_at IS NULL AND opens_at < clock_ms() LIMIT 1",
  );
  const [over] = await stage.query<{ id: string }>(
    "SELECT auction_id AS id FROM lots WHERE outcome = 'SOLD' ORDER BY id DESC LIMIT 1",
  );
  return parts.map((part) =>
    `/admin-dashboard?tab=${part}`.replace("LIVE", live?.id ?? "").replace("OVER", over?.id ?? ""),
  );
}

test("every part of the staff's side passes axe and fits", async () => {
  const page = await openOffice(stage, "admin");
  expect(await accessFaultsOfAll(page, await pages())).toEqual([]);
});

test("what staff cannot read is said in every part, on pages that pass axe", async () => {
  const page = await openOffice(stage, "admin");
  await page.context().route(/\/api\//, (route) => route.abort());
  expect(await accessFaultsOfAll(page, await pages())).toEqual([]);
});
