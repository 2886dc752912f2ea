import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { openOffice, waitForText } from "../office.ts";
import { fleet, openAwake, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  // The demo's buyers don't ask about units without an estimate.
  await stage.query(
    "UPDATE inventory SET estimate_low_cents = NULL, estimate_high_cents = NULL WHERE status = 'AVAILABLE'",
  );
});
afterAll(() => stage?.close());

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Scrolls to the top, so that no sticky bar covers a button. */
const toTop = (page: Page) => page.evaluate(() => scrollTo(0, 0));
const questionOf = (page: Page, text: string) =>
  region(page, "Questions and answers").getByRole("listitem").filter({ hasText: text });

test.each(["phone", "desktop"] as const)(
  "a buyer asks, staff answer and correct, and everyone sees it live, on a %s",
  async (size) => {
    const unit = await stage.liveLot(3_600);
    const visitor = await stage.open(size);
    const frames: string[] = [];
    visitor.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => frames.push(String(payload))),
    );
    await openAwake(visitor, `/truck/${unit}`);
    const section = region(visitor, "Questions and answers");
    await section.getByText("No answers yet").waitFor();
    await section.getByRole("link", { name: "Sign in to ask a question" }).waitFor();
    await expect.poll(() => frames.join("")).toContain(`/topic/questions/${unit}`);

    const buyer = await stage.open(size);
    await signIn(buyer, fleet, `/truck/${unit}`);
    await button(buyer, "Ask a question").click();
    const field = buyer.getByLabel("Your question", { exact: true });
    await expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true);
    await field.fill("Call me at 806-555-0100 about it");
    await button(buyer, "Send question").click();
    await buyer.getByText("Remove the phone number").waitFor();
    await toTop(buyer);
    expect(await accessFaults(buyer, `a question with a fault on a ${size}`)).toEqual([]);
    await field.fill("Does the PTO engage at idle?");
    await button(buyer, "Send question").click();
    await region(buyer, "Your questions").getByText("Waiting for our answer").waitFor();
    expect(await section.getByText("PTO").count()).toBe(0);

    const office = await openOffice(stage, "support", size);
    const queue = region(office, "Questions to answer");
    await queue
      .getByText(/waiting \d+ min, closes in \d+ min/)
      .first()
      .waitFor();
    const [asked] = await stage.query<{ id: number }>(
      "SELECT id FROM unit_questions WHERE inventory_id = $1",
      [unit],
    );
    await office.goto(`/admin-dashboard?tab=questions&question=${asked?.id}`);
    await button(office, "Publish answer").click();
    await office.getByText("Enter an answer").waitFor();
    await office.getByLabel("Answer", { exact: true }).fill("Yes, we ran it for ten minutes.");
    expect(await accessFaults(office, `an answer on a ${size}`)).toEqual([]);
    await button(office, "Publish answer").click();
    await waitForText(office, "Answer published");

    // Both pages update without a reload.
    for (const page of [visitor, buyer]) {
      const line = questionOf(page, "Does the PTO engage at idle?");
      await line.getByText("Yes, we ran it for ten minutes.").waitFor();
      await line.getByText("A buyer asked on").waitFor();
      expect(await line.innerText()).not.toContain("fleet");
    }
    await region(buyer, "Your questions").waitFor({ state: "detached" });
    await buyer.getByText("We answered your question.").first().waitFor();

    await office.goto(`/admin-dashboard?tab=inventory&unit=${unit}`);
    const card = region(office, "Questions");
    await card.getByRole("button", { name: "Correct answer" }).click();
    await office.getByLabel("Corrected answer").fill("Yes, but it grinds when cold.");
    await card.getByRole("button", { name: "Correct answer" }).click();
    await waitForText(office, "Answer corrected");
    const corrected = questionOf(visitor, "Does the PTO engage at idle?");
    await corrected.getByText("Yes, but it grinds when cold.").waitFor();
    await corrected.getByText("Corrected").waitFor();
    await corrected.getByText("What we answered before").click();
    await corrected.getByText("Yes, we ran it for ten minutes.").waitFor();
    await toTop(visitor);
    expect(await accessFaults(visitor, `a corrected answer on a ${size}`)).toEqual([]);

    const served = await (await fetch(`${stage.product.url}/truck/${unit}`)).text();
    expect(served.replaceAll(/<script[\s\S]*?<\/script>/g, "")).toContain(
      "Yes, but it grinds when cold.",
    );
    expect(served).toMatch(/"@type":"Question","text":"Does the PTO engage at idle\?"/);

    await card.getByRole("button", { name: "Hide question" }).click();
    const dialog = office.getByRole("alertdialog");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Asked about another truck");
    await dialog.getByRole("button", { name: "Hide question" }).click();
    await waitForText(office, "Question hidden");
    await corrected.waitFor({ state: "detached" });
    await region(buyer, "Your questions")
      .getByText("Not shown. Reason: Asked about another truck")
      .waitFor();
  },
);

test("the demo has answers on several units and open questions for staff", async () => {
  await expect
    .poll(() =>
      stage.query(
        `SELECT count(DISTINCT inventory_id) FILTER (WHERE status = 'ANSWERED') > 5 AS answered,
            count(*) FILTER (WHERE status = 'OPEN') >= 3 AS open FROM unit_questions`,
      ),
    )
    .toEqual([{ answered: true, open: true }]);
  const page = await openOffice(stage, "admin");
  await page.goto("/admin-dashboard?tab=questions");
  await page.getByRole("list", { name: "Questions" }).getByRole("listitem").nth(2).waitFor();
  expect(await accessFaults(page, "open questions")).toEqual([]);
  await page.getByRole("link", { name: "Answered", exact: true }).click();
  await page
    .getByText(/Answered by/)
    .first()
    .waitFor();
  expect(await accessFaults(page, "answered questions")).toEqual([]);
});
