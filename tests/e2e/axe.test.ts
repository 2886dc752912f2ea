import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { staff } from "../office.ts";
import { fleet, openAwake, openStage, signIn, type Stage } from "../stage.ts";

/** The main screens on a phone. `tests/deep` has every screen and state, on a desktop. */
const screens = {
  visitor: ["/", "/vehicles", "/truck/LOT", "/auctions", "/live", "/register", "/signin"],
  customer: ["/truck/LOT", "/dashboard", "/dashboard?tab=winnings", "/watchlist"],
  admin: ["work", "inventory", "inventory&unit=5", "control", "winners", "payments", "users"].map(
    (tab) => `/admin-dashboard?tab=${tab}`,
  ),
} as const;

let stage: Stage;
let lot: number;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  lot = await stage.liveLot(600);
});
afterAll(() => stage?.close());

test.each(["visitor", "customer", "admin"] as const)(
  "the %s's main screens pass axe and fit all widths",
  async (who) => {
    const page = await stage.open("phone", { serviceWorkers: "block" });
    if (who !== "visitor") await signIn(page, who === "admin" ? staff.admin : fleet);
    const faults: string[] = [];
    for (const name of screens[who]) {
      const path = name.replace("LOT", String(lot));
      await openAwake(page, path);
      faults.push(...(await accessFaults(page, path)));
    }
    expect(faults).toEqual([]);
  },
);
