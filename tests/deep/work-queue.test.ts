import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { goTo, openOffice } from "../office.ts";
import { keysAwake, openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await stage.query("UPDATE enquiries SET handled_at = now() WHERE handled_at IS NULL");
  for (const name of ["Ann Ames", "Bob Burr", "Cal Cole"]) {
    await stage.query(
      `INSERT INTO enquiries (kind, name, email, message)
        VALUES ('LEAD', $1, 'lead@elsewhere.example', 'Call me')`,
      [name],
    );
  }
});
afterAll(() => stage?.close());

const shown = (page: Page) => page.getByRole("list", { name: "Inquiries" });

test("an item of the work queue leads to the next one, by finishing it or by a key", async () => {
  const page = await openOffice(stage, "support");
  const queue = page.getByRole("region", { name: "Leads and messages" });
  await queue.getByRole("link", { name: /Ann Ames/ }).click();
  await shown(page).getByText("Ann Ames").waitFor();
  const bar = page.getByRole("navigation", { name: "Work queue" });
  await bar.getByText("3 left").waitFor();
  // The key skips an item; finishing one opens what follows it.
  await keysAwake(page);
  await page.keyboard.press("n");
  await shown(page).getByText("Bob Burr").waitFor();
  await page.getByRole("button", { name: "Mark as handled" }).click();
  await shown(page).getByText("Cal Cole").waitFor();
  await bar.getByText("2 left").waitFor();
  await page.getByRole("button", { name: "Mark as handled" }).click();
  await shown(page).getByText("Ann Ames").waitFor();
  // What somebody else finishes stays on the screen.
  await stage.query("UPDATE enquiries SET handled_at = now() WHERE name = 'Ann Ames'");
  await page.reload();
  await expect.poll(() => bar.innerText()).toMatch(/0 left/);
  expect(await shown(page).getByText("Ann Ames").count()).toBe(1);
});

test("g and a letter open the rooms that the reader may open, but not while they type", async () => {
  const page = await openOffice(stage, "support");
  await keysAwake(page);
  const part = (title: string) => page.getByRole("heading", { level: 1, name: title });
  const go = (letter: string) =>
    Promise.all([page.keyboard.press("g"), page.keyboard.press(letter)]);
  await part("Work queue").waitFor();
  await go("i");
  await part("Inventory").waitFor();
  const search = page.getByRole("searchbox").first();
  await search.focus();
  await page.keyboard.type("gu");
  expect(await search.inputValue()).toBe("gu");
  await part("Inventory").waitFor();
  await search.blur();
  await go("u");
  await part("Users").waitFor();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await list.getByText("Next in the work queue").waitFor();
  await list.getByText("Payments").waitFor();
  // The security log is for administrators, and money for those who may take it.
  await stage.query(
    `UPDATE users SET withheld_permissions = '{money}' WHERE email = 'support@demo.example'`,
  );
  await goTo(page, "tab=work");
  await keysAwake(page);
  await page.keyboard.press("?");
  await list.getByText("Next in the work queue").waitFor();
  await expect.poll(() => list.getByText("Payments").count()).toBe(0);
  await page.keyboard.press("Escape");
  await go("p");
  await go("t");
  await part("Titles").waitFor();
});
