import type { Seller } from "@gavelyard/contract/sellers";
import { permissions } from "@gavelyard/domain/users/permissions";
import { fireEvent, screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  alerts,
  answer,
  axeFaults,
  openScreen,
  submit,
  type Network,
} from "../testing/open-screen.tsx";

const at = "2026-11-24T15:00:00.000Z";
const seller: Seller = {
  id: 12,
  kind: "BUSINESS",
  name: "Red Mesa Freight LLC",
  city: "Amarillo",
  state: "TX",
  members: 1,
  units: 1,
  unitsInAuction: 1,
  unitsSold: 0,
  email: "fleet@redmesa.example",
  phone: "+1 806 555 0100",
  street: "1 Mesa Rd",
  zip: "79101",
  taxIdLast4: "6789",
  createdAt: at,
  updatedAt: at,
  people: [
    {
      userId: 5,
      name: "Dana Field",
      email: "dana@redmesa.example",
      status: "SUSPENDED",
      role: "OWNER",
      joinedAt: at,
    },
  ],
  newestUnits: [
    { inventoryId: 7, name: "2019 Peterbilt 579", stockNumber: "T1001", status: "IN_AUCTION" },
  ],
  history: [
    {
      id: 3,
      at,
      action: "seller-created",
      by: "Grace Lindqvist",
      reason: null,
      before: null,
      after: { sellerKind: "BUSINESS", name: "Red Mesa Freight LLC" },
    },
  ],
};
const listOf = (content: readonly Seller[]) => ({
  content,
  totalElements: content.length,
  totalPages: content.length,
  number: 0,
  size: 25,
});

const staff =
  (calls: Readonly<Record<string, (request?: RequestInit) => Response>>): Network =>
  (path, request) => {
    if (path === "/api/user/current") return answer({ id: 2, name: "Grace", permissions });
    if (path === "/api/user/factors") return answer({ need: null });
    return calls[path]?.(request);
  };

test("a house without sellers learns what they are for", async () => {
  const calls = staff({ "/api/adminsupport/sellers": () => answer(listOf([])) });
  await openScreen("/admin-dashboard?tab=sellers", calls, "staff");
  await screen.findByText("No sellers yet");
  expect(await axeFaults()).toEqual([]);
});

test("sellers that can't be loaded are asked for again", async () => {
  let fails = true;
  const calls = staff({
    "/api/adminsupport/sellers": () =>
      fails ? answer({ message: "Try again in a moment." }, 500) : answer(listOf([seller])),
  });
  await openScreen("/admin-dashboard?tab=sellers", calls, "staff");
  const again = await screen.findByRole("button", { name: "Try again" });
  fails = false;
  fireEvent.click(again);
  await screen.findByRole("link", { name: "Red Mesa Freight LLC" });
  expect(await axeFaults()).toEqual([]);
});

test("a seller's page has its members, units and history, and says why one can't join", async () => {
  const calls = staff({
    "/api/adminsupport/sellers/12": () => answer(seller),
    "/api/adminsupport/sellers/12/members": () => {
      const message = "This account has bid on 2019 Peterbilt 579.";
      return answer(
        { statusCode: 409, code: "in-use", message, issues: [{ path: "email", message }] },
        409,
      );
    },
  });
  await openScreen("/admin-dashboard?tab=sellers&seller=12", calls, "staff");
  const members = await screen.findByRole("region", { name: "Members" });
  expect(members.textContent).toContain("Owner");
  expect(members.textContent).toContain("Suspended");
  expect(within(members).getByRole("link", { name: "Dana Field" })).toBeTruthy();
  const units = screen.getByRole("region", { name: "Units" });
  expect(units.textContent).toContain("T1001");
  expect(screen.getByRole("region", { name: "History" }).textContent).toContain("Seller added");
  submit({ "Email of the account": "bidder@example.com" }, "Save member");
  await screen.findByText("This account has bid on 2019 Peterbilt 579.");
  expect(await axeFaults()).toEqual([]);
});

test("a change of another person shows at the form, and nothing typed is lost", async () => {
  const calls = staff({
    "/api/adminsupport/sellers/12": (request) =>
      request?.method === "PUT"
        ? answer(
            { statusCode: 409, code: "edit-conflict", message: "Someone changed this seller." },
            409,
          )
        : answer(seller),
  });
  await openScreen("/admin-dashboard?tab=sellers&seller=12", calls, "staff");
  fireEvent.click(await screen.findByRole("button", { name: "Change seller" }));
  await screen.findByLabelText("Phone");
  submit({ Phone: "+1 806 555 0199" }, "Save seller");
  await expect.poll(alerts).toContain("Someone changed this seller.");
  expect(screen.getByLabelText<HTMLInputElement>("Phone").value).toBe("+1 806 555 0199");
});

test("a customer who sells nothing reads how to begin, and isn't shown the part by default", async () => {
  const calls: Network = (path) =>
    path === "/api/user/selling" ? answer({ sellers: [], units: [] }) : undefined;
  await openScreen("/dashboard?tab=selling", calls, "customer");
  await screen.findByText("You aren't selling with us yet");
  expect(await axeFaults()).toEqual([]);
  fireEvent.mouseDown(screen.getByRole("tab", { name: "My bids" }));
  await expect.poll(() => screen.queryByRole("tab", { name: "Selling" })).toBeNull();
});

test("a member's units that can't be loaded are asked for again", async () => {
  let fails = true;
  const calls: Network = (path) => {
    if (path !== "/api/user/selling") return undefined;
    return fails
      ? answer({ message: "Try again in a moment." }, 500)
      : answer({ sellers: [{ id: 12, name: "Red Mesa Freight LLC", role: "OWNER" }], units: [] });
  };
  await openScreen("/dashboard?tab=selling", calls, "customer");
  const again = await screen.findByRole("button", { name: "Try again" });
  fails = false;
  fireEvent.click(again);
  await screen.findByRole("region", { name: "Red Mesa Freight LLC" });
  await screen.findByText("No units yet. We add them when they arrive.");
  expect(await axeFaults()).toEqual([]);
});
