import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { faultsIn } from "../axe.ts";
import { bid, fleet, openStage, panel, signIn, type Stage } from "../stage.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

let stage: Stage;
let folder: string;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  folder = await mkdtemp(path.join(tmpdir(), "gavelyard-proof-"));
});
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns one of the demo's sold lots. */
async function soldLot(): Promise<{ inventoryId: number; lotId: number; auctionId: number }> {
  const [lot] = await stage.query<{ inventory_id: number; id: number; auction_id: number }>(
    `SELECT l.inventory_id, l.id, l.auction_id FROM lots l JOIN inventory i ON i.current_lot_id = l.id
      JOIN auctions a ON a.id = l.auction_id
      WHERE l.outcome = 'SOLD' AND l.bid_count > 5 AND a.scheduled_end_time < now()
      ORDER BY l.closed_at DESC LIMIT 1`,
  );
  return {
    inventoryId: Number(lot?.inventory_id),
    lotId: Number(lot?.id),
    auctionId: Number(lot?.auction_id),
  };
}

async function verify(...args: readonly string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout } = await run(process.execPath, ["script/verify-lot.ts", ...args], {
      cwd: root,
    });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

test.for(["phone", "desktop"] as const)(
  "a sold lot is verified in the browser, on a %s",
  async (size) => {
    const page = await stage.open(size);
    const { inventoryId } = await soldLot();
    await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
    const card = page.getByRole("region", { name: "Proof of this auction" });
    expect(await card.getByTestId("proof-root").innerText()).toMatch(/^[0-9a-f]{64}$/);
    await card.getByRole("button", { name: "Verify in this browser" }).click();
    await card.getByText("The proof is valid.").waitFor();
    expect(await card.innerText()).toMatch(/Bidder \d+ led at \$[\d,]+ and won\./);
    const steps = card.getByRole("region", { name: "Steps of the proof" });
    expect(await steps.getByRole("row").last().innerText()).toContain("Closed");
    expect(await faultsIn(page, "section[aria-labelledby=proof]")).toEqual([]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
  },
);

test("a tampered response is detected, step by step", async () => {
  const page = await stage.open("desktop");
  const { inventoryId, lotId } = await soldLot();
  await page.route(`**/api/lots/${lotId}/proof`, async (route) => {
    const response = await route.fetch();
    const proof = (await response.json()) as { steps: { amountCents: number }[] };
    const [first] = proof.steps;
    if (first !== undefined) first.amountCents += 10_000;
    await route.fulfill({ response, json: proof });
  });
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  const card = page.getByRole("region", { name: "Proof of this auction" });
  await card.getByRole("button", { name: "Verify in this browser" }).click();
  await card.getByText("The proof is not valid.").waitFor();
  expect(await card.getByRole("alert").innerText()).toContain("Step 1");
});

test("the downloaded proof is verified by one command, against root and list", async () => {
  const page = await stage.open("desktop");
  const { inventoryId, auctionId } = await soldLot();
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  const root = await page.getByTestId("proof-root").innerText();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download proof" }).click(),
  ]);
  const file = path.join(folder, "proof.json");
  await download.saveAs(file);
  const list = `${stage.product.url}/api/proofs/roots?size=100`;
  const verified = await verify(file, "--root", root, "--roots", list);
  expect(verified).toMatchObject({ code: 0 });
  expect(verified.output).toContain("PROOF VALID, and it leads to the root that you entered");
  expect(verified.output).toMatch(/The list of \d+ roots is unbroken and contains this one/);

  expect(await verify(file, "--root", "0".repeat(64))).toMatchObject({ code: 1 });
  const proof = JSON.parse(await readFile(file, "utf8")) as { steps: unknown[] };
  proof.steps.splice(1, 1);
  await writeFile(file, JSON.stringify(proof));
  const cut = await verify(file, "--root", root);
  expect(cut.code).toBe(1);
  expect(cut.output).toContain("PROOF INVALID");
  await writeFile(file, "{}");
  expect(await verify(file)).toMatchObject({ code: 2 });

  await page.goto(`/auctions/${auctionId}`, { waitUntil: "networkidle" });
  await page.getByText("Auction proof").click();
  await page.getByText(root).waitFor();
  expect(await faultsIn(page, "details")).toEqual([]);
});

test("a lot that closes while the page is open shows its proof, and its bidder's email has the same root", async () => {
  const page = await stage.open("desktop");
  await signIn(page, fleet);
  const inventoryId = await stage.liveLot(600);
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  await stage.moveClose(inventoryId, 20);
  await bid(page);
  await expect.poll(() => panel(page).innerText()).toMatch(/Winning/);
  const shown = page.getByTestId("proof-root");
  await shown.waitFor();
  const text = await shown.innerText();
  await expect
    .poll(async () => {
      const mails = await stage.query<{ text_body: string }>(
        "SELECT text_body FROM mails WHERE recipient = $1",
        [fleet.email],
      );
      return mails.map((mail) => mail.text_body).join("\n");
    })
    .toContain(text);
});
