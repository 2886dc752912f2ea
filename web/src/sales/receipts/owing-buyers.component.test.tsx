import type { BuyerAccount } from "@gavelyard/contract/sales/receipts";
import { fireEvent, screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  alerts,
  answer,
  axeFaults,
  openScreen,
  setNetwork,
  unreachable,
} from "../../testing/open-screen.tsx";

const at = "2026-11-20T12:00:00.000Z";
const invoice = (id: number, balance: number, dueAt: string) => ({
  id,
  number: `GY-2026-00000${id}`,
  auctionId: 5,
  auctionName: "Fall sale",
  timeZone: "America/Chicago",
  lotNumber: String(id),
  name: "2019 Peterbilt 579",
  total: balance,
  paid: 0,
  balance,
  dueAt,
  overdue: true,
});
const account: BuyerAccount = {
  userId: 9,
  name: "Ray Dock",
  companyName: "Dock Trucking",
  balance: 3_000,
  credit: 40,
  invoices: [invoice(1, 1_000, "2026-11-10T12:00:00.000Z"), invoice(2, 2_000, at)],
  receipts: [
    {
      id: 3,
      amount: 100,
      method: "CHECK",
      reference: "101",
      payer: "",
      receivedAt: at,
      clearsAt: "2026-12-01T06:00:00.000Z",
      recordedAt: at,
      hasFile: false,
      credit: 40,
      end: null,
      payments: [
        { id: 7, invoiceId: 4, invoiceNumber: "GY-2026-000004", amount: 60, voided: false },
      ],
      refunds: [],
    },
  ],
  cashReport: null,
  timeZone: "America/Chicago",
  serverTime: at,
};
const list = {
  content: [
    {
      userId: 9,
      name: "Ray Dock",
      companyName: "Dock Trucking",
      invoices: 2,
      balance: 3_000,
      ageing: [0, 3_000, 0, 0, 0],
      oldestDueAt: "2026-11-20T05:59:59.000Z",
      oldestDueZone: "America/Chicago",
      credit: 40,
    },
  ],
  totalElements: 1,
  totalPages: 1,
  number: 0,
  size: 50,
  balance: 3_000,
  ageing: [0, 3_000, 0, 0, 0],
  credit: 40,
};
const ME = "/api/user/current";
const profile = { id: 2, permissions: ["money", "users"] };
const path = "/admin-dashboard?tab=payments&view=buyers";

test("lists who owes what since when", async () => {
  await openScreen(
    path,
    (asked) => {
      if (asked === ME) return answer(profile);
      return asked.endsWith("/owing-buyers") ? answer(list) : undefined;
    },
    "staff",
  );
  const row = await screen.findByRole("row", { name: /Ray Dock/ });
  expect(row.textContent).toContain("$3,000");
  // In the auction's time zone, as on its invoice.
  expect(row.textContent).toContain("Nov 19, 2026");
  expect(await axeFaults()).toEqual([]);
});

test("says when nobody owes anything, and when the list can't be loaded", async () => {
  const none = { ...list, content: [], totalElements: 0, totalPages: 0 };
  await openScreen(
    path,
    (asked) => {
      if (asked === ME) return answer(profile);
      return asked.endsWith("/owing-buyers") ? answer(none) : undefined;
    },
    "staff",
  );
  expect((await screen.findByText("No buyer owes anything or has credit.")).tagName).toBe("P");
  setNetwork(unreachable);
  fireEvent.change(screen.getByLabelText("Buyer, company or statement"), {
    target: { value: "ray" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Search" }));
  await expect.poll(alerts).toContain("Couldn't load the buyers.");
});

test("shows before a receipt is recorded what it pays, and what the server refuses", async () => {
  await openScreen(
    `${path}&buyer=9`,
    (asked) => {
      if (asked === ME) return answer(profile);
      if (asked.endsWith("/owing-buyers")) return answer(list);
      if (asked === "/api/users/9/account") return answer(account);
      return asked.endsWith("/receipts")
        ? answer({ message: "This buyer owes $1, not $3,000.", code: "edit-conflict" }, 409)
        : answer({ message: "Not found", code: "not-found" }, 404);
    },
    "staff",
  );
  const form = await screen.findByRole("region", { name: "Record a receipt" });
  expect(screen.getByText("$40 left as credit").textContent).not.toBe("");
  const fill = (label: string, value: string) =>
    fireEvent.change(within(form).getByLabelText(label), { target: { value } });
  fill("Amount received ($)", "1,500.50");
  await expect.poll(() => form.textContent).toContain("GY-2026-000001$1,000");
  expect(form.textContent).toContain("GY-2026-000002$500.50");
  expect(form.textContent).toContain("Left as credit$0");

  fireEvent.click(within(form).getByRole("button", { name: "Record receipt" }));
  await expect.poll(() => form.textContent).toContain("Enter the bank's reference or check number");
  fill("Reference", "FW1");
  fireEvent.click(within(form).getByRole("button", { name: "Record receipt" }));
  await expect.poll(alerts).toContain("This buyer owes $1, not $3,000.");
});
