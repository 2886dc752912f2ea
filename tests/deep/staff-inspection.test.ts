import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { openOffice, staffRoles } from "../office.ts";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

async function unitInSale(place: number): Promise<number> {
  const [row] = await stage.query<{ id: number }>(
    `SELECT i.id FROM inventory i JOIN lots l ON l.id = i.current_lot_id
      WHERE l.closed_at IS NULL ORDER BY l.closes_at DESC LIMIT 1 OFFSET $1`,
    [place],
  );
  if (row === undefined) throw new Error("the demo has no open lot");
  return row.id;
}

test.each(staffRoles.map((role, place) => [role, place] as const))(
  "%s enters an inspection with a picture, and buyers see it",
  async (role, place) => {
    const id = await unitInSale(place);
    await stage.query(
      "UPDATE inventory SET specs = jsonb_set(specs, '{conditionReport}', 'null') WHERE id = $1",
      [id],
    );
    const page = await openOffice(
      stage,
      role,
      "desktop",
      `/admin-dashboard?tab=inventory&unit=${id}`,
    );
    await page.getByRole("button", { name: "Add inspection" }).click();
    const form = page.getByRole("form", { name: "Inspection" });
    await form.getByRole("button", { name: "Add finding" }).click();
    await form.getByRole("button", { name: "Save inspection" }).click();
    const alerts = async () => (await form.getByRole("alert").allInnerTexts()).join("\n");
    await expect.poll(alerts).toContain("Enter the inspector's name");
    expect(await alerts()).toContain("Enter the item inspected");

    await form.getByLabel("Inspector").fill("Rosa Delgado");
    await form.getByLabel("Part").fill("Exterior");
    await form.getByLabel("Item inspected").fill("Right step");
    await form.getByLabel("Rating").selectOption("2");
    await form.getByLabel("Severity").selectOption("MODERATE");
    await form.getByLabel("Description").fill("Bent under the cab, holds a boot");
    await form.getByText("Pictures of the finding (0)").click();
    await form.getByRole("button", { name: /side view/ }).click();
    await form.getByLabel("Fault codes").fill("spn1569");
    await form.getByLabel("Fluids", { exact: true }).fill("Full and clean");
    await form.getByRole("group", { name: "Tires" }).getByRole("button").click();
    await form.getByLabel("Position, line 1").fill("Left steer");
    await form.getByLabel("Tread (1/32 in), line 1").fill("14");
    expect(await accessFaults(page, "an inspection")).toEqual([]);
    // Typed text survives leaving the page.
    await page.reload();
    expect(await form.getByLabel("Inspector").inputValue()).toBe("Rosa Delgado");
    await form.getByLabel("Inspector").press("Control+s");
    await page.getByText("Inspection saved").waitFor();

    await page.goto(`/truck/${id}`);
    const main = page.locator("main");
    await expect.poll(() => main.innerText()).toContain("Bent under the cab");
    const text = await main.innerText();
    for (const value of ["Rosa Delgado", "SPN1569", "Full and clean", "Left steer"])
      expect(text).toContain(value);
    await page.getByRole("button", { name: /^Enlarge: .*side view/ }).click();
    await page.getByRole("button", { name: "Close" }).waitFor();
  },
);

test("a condition report is removed after confirmation, and the rest of the unit stays", async () => {
  const id = await unitInSale(3);
  const rest = async () =>
    stage.query<{ specs: Record<string, unknown> }>(
      "SELECT specs - 'conditionReport' AS specs FROM inventory WHERE id = $1",
      [id],
    );
  const before = await rest();
  const page = await openOffice(
    stage,
    "support",
    "desktop",
    `/admin-dashboard?tab=inventory&unit=${id}`,
  );
  await page.getByRole("button", { name: "Remove report" }).click();
  await page.getByRole("button", { name: "Remove report" }).click();
  await page.getByText("Condition report removed").waitFor();
  await page.getByRole("button", { name: "Add inspection" }).waitFor();
  expect(await rest()).toEqual(before);
});
