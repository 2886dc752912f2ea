import type { ControlLot, ControlRoom } from "@gavelyard/contract/auctions/control";
import type { GateUnit } from "@gavelyard/contract/sales/gate";
import type { WinningBid } from "@gavelyard/contract/sales/sales";
import { permissions, type Permission } from "@gavelyard/domain/users/permissions";
import { fireEvent, screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { playAlarm } from "../auctions/control/alarm.ts";
import {
  alerts,
  answer,
  axeFaults,
  openScreen,
  unreachable,
  type Network,
} from "../testing/open-screen.tsx";

vi.mock(import("../auctions/control/alarm.ts"), () => ({ playAlarm: vi.fn<() => void>() }));

const later = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const staff =
  (calls: Readonly<Record<string, unknown>>, held: readonly Permission[] = permissions): Network =>
  (path) => {
    if (path === "/api/user/current") return answer({ id: 2, name: "Grace", permissions: held });
    if (path === "/api/user/factors") return answer({ need: null });
    const reply = calls[path];
    return reply === undefined ? undefined : answer(reply);
  };

const reasons = {
  "/api/adminsupport/settings": {
    reasons: { value: { decisions: ["Agreed", "Too low"], controlRoom: ["Bidders are active"] } },
  },
};

const unit = (awardId: number, name: string): GateUnit => ({
  awardId,
  name,
  stockNumber: `S${awardId}`,
  vin: null,
  lotNumber: "1",
  image: null,
  buyerName: "Dana Field",
  pickup: null,
  pickupDueAt: later(86_400),
  overdue: false,
  clearsAt: null,
  deliveryId: null,
  pictures: 0,
  takesSecondPerson: awardId === 2,
});

test("an open page leaves out a queue of a newer server", async () => {
  const queue = (name: string) => ({ name, count: 2, next: [] });
  const home = { queues: [queue("NEWER"), queue("LEADS")], generatedAt: later(0) };
  await openScreen("/admin-dashboard", staff({ "/api/adminsupport/home": home }), "staff");
  const heading = await screen.findByRole("heading", { name: "Leads and messages" });
  expect(screen.getAllByRole("heading", { level: 2 })).toEqual([heading]);
});

test("a guard's first page is the gate; a unit is found and released", async () => {
  const gate = {
    yards: [{ id: 1, name: "North yard" }],
    yardId: 1,
    timeZone: "America/Chicago",
    units: [unit(1, "2019 Peterbilt 579"), unit(2, "2020 Volvo VNL")],
  };
  const calls = staff({ "/api/adminsupport/gate": gate }, ["gate"]);
  await openScreen("/admin-dashboard", calls, "staff");
  await screen.findByRole("heading", { name: "Gate" });
  fireEvent.change(await screen.findByLabelText("Find a unit"), { target: { value: "volvo s2" } });
  expect(
    screen.getAllByRole("listitem").filter((item) => item.textContent.includes("Stock")),
  ).toHaveLength(1);
  expect(await axeFaults()).toEqual([]);
  fireEvent.click(screen.getByRole("link", { name: /Volvo/ }));
  await screen.findByText(/^You recorded this unit's payment/);
  fireEvent.click(screen.getByRole("button", { name: "Release unit" }));
  await expect.poll(alerts).toContain("Ask the driver for the gate PIN");
  expect(await axeFaults()).toEqual([]);
});

test("the gate says so when the server can't be reached", async () => {
  const calls = staff({});
  await openScreen(
    "/admin-dashboard?tab=gate",
    (path) => (path.endsWith("/gate") ? unreachable(path) : calls(path)),
    "staff",
  );
  await expect.poll(() => document.body.textContent).toContain("Couldn't load the units");
});

const bid = (lotId: number): WinningBid => ({
  inventoryId: lotId,
  bidId: lotId,
  userId: 9,
  amount: 700 + lotId * 100,
  reserve: 1_000,
  reserveMet: false,
  status: "PENDING_DECISION",
  phase: "UNDECIDED",
  lotId,
  lotNumber: String(lotId),
  name: "2019 Peterbilt 579",
  bidderName: "Dana Field",
  bidderEmail: "dana@example.com",
  awardId: null,
  basis: null,
  declaredAt: null,
  paymentDueAt: null,
  invoiceId: null,
  offer: null,
  negotiation: null,
  nextBidder: null,
  runnersUp: [],
});

test("keys choose for each lot, and nothing is sent before it is confirmed", async () => {
  const sent: string[] = [];
  const calls = staff({
    ...reasons,
    "/api/adminsupport/auctions/7": {
      id: 7,
      auctionName: "Fall sale",
      lifecycle: "PUBLISHED",
      status: "EXPIRED",
      timeZone: "America/Chicago",
    },
    "/api/bids/adminsupport/winningBids/7": [bid(1), bid(2)],
  });
  await openScreen(
    "/admin-dashboard?tab=winners&auction=7",
    (path) => {
      if (path.endsWith("/decision")) sent.push(path);
      return path.endsWith("/decision") ? answer(bid(1)) : calls(path);
    },
    "staff",
  );
  const list = await screen.findByRole("listbox", { name: "Lots below their reserve" });
  await screen.findAllByRole("option", { name: /Too low/ });
  const press = async (key: string, answered: RegExp) => {
    fireEvent.keyDown(list, { key });
    await screen.findByRole("option", { name: answered });
  };
  await press("a", /^1.*Accept: Agreed/);
  await press("d", /^2.*Decline: Too low/);
  await press("1", /^2.*Decline: Agreed/);
  expect(sent).toEqual([]);
  expect(await axeFaults()).toEqual([]);
  fireEvent.keyDown(list, { key: "Enter" });
  await screen.findByText(/^Accept 1 for \$800 in all, decline 1/);
  fireEvent.click(screen.getByRole("button", { name: "Apply" }));
  await expect.poll(() => sent).toHaveLength(2);
});

const lot = (lotId: number, closesInSec: number): ControlLot => ({
  lotId,
  inventoryId: lotId,
  lotNumber: String(lotId),
  name: "2019 Peterbilt 579",
  status: "OPEN",
  outcome: null,
  startingPrice: 1_000,
  price: 1_500,
  reserve: 2_000,
  reserveState: "NOT_MET",
  leader: { userId: 9, name: "Dana Field", alias: "Bidder 1" },
  bidCount: 3,
  bidsLastMinute: 2,
  watchers: 4,
  opensAt: later(-3_600),
  closesAt: later(closesInSec),
  extensions: 0,
  seq: 3,
  failedClose: null,
});

test("the control room sorts by close, draws a screenful of a thousand lots, and extends by two keys", async () => {
  const room: ControlRoom = {
    auctionId: 7,
    auctionName: "Fall sale",
    timeZone: "America/Chicago",
    pausedUntil: null,
    lots: Array.from({ length: 1_000 }, (_none, index) => lot(index + 1, 4_000 - index)),
    log: [],
    serverTime: later(0),
  };
  const extended = vi.fn<(path: string) => void>();
  const calls = staff({ ...reasons, "/api/adminsupport/auctions/7/control": room });
  Element.prototype.scrollIntoView = () => {};
  await openScreen(
    "/admin-dashboard?tab=control&auction=7",
    (path) => {
      if (!path.endsWith("/extend")) return calls(path);
      extended(path);
      return answer(room);
    },
    "staff",
  );
  const list = await screen.findByRole("listbox", { name: "Lots" });
  const rows = screen.getAllByRole("option", { name: /Peterbilt/ });
  expect(rows.length).toBeLessThan(80);
  expect(rows[0]?.textContent).toMatch(/^1000/);
  await screen.findByText("+2 min");
  fireEvent.keyDown(list, { key: "e" });
  await screen.findByText("Extend lot 1000 by 2 min. Why?");
  expect(await axeFaults()).toEqual([]);
  fireEvent.keyDown(list, { key: "1" });
  await expect.poll(() => extended.mock.calls).toEqual([["/api/adminsupport/lots/1000/extend"]]);
});

test("the control room sounds for each lot that fails to close, also while another recovers", async () => {
  const alarms = vi.mocked(playAlarm).mockClear();
  const failing = (...ids: readonly number[]): ControlRoom => ({
    auctionId: 7,
    auctionName: "Fall sale",
    timeZone: "America/Chicago",
    pausedUntil: null,
    lots: [1, 2, 3].map((id) => ({
      ...lot(id, 600),
      failedClose: ids.includes(id) ? { tries: 1, nextTryAt: later(30) } : null,
    })),
    log: [],
    serverTime: later(0),
  });
  let room = failing(1);
  const calls = staff(reasons);
  Element.prototype.scrollIntoView = () => {};
  await openScreen(
    "/admin-dashboard?tab=control&auction=7",
    (path) => (path === "/api/adminsupport/auctions/7/control" ? answer(room) : calls(path)),
    "staff",
  );
  await screen.findByText("We couldn't close lot 1.");
  expect(alarms).toHaveBeenCalledTimes(1);
  room = failing(2);
  await screen.findByText("We couldn't close lot 2.");
  expect(alarms).toHaveBeenCalledTimes(2);
  room = failing();
  await expect.poll(() => screen.queryByText(/couldn't close/)).toBeNull();
  room = failing(2);
  await screen.findByText("We couldn't close lot 2.");
  expect(alarms).toHaveBeenCalledTimes(3);
});

const card = (id: number) => ({
  id,
  name: `Unit ${id}`,
  stockNumber: `S${id}`,
  images: [],
  location: "Amarillo, TX",
  status: "DRAFT",
  lot: null,
  startingPrice: 1_000,
  price: 1_000,
});

test("all units that match a search but one are published in one act, whose progress is shown", async () => {
  const found = {
    content: Array.from({ length: 50 }, (_none, index) => card(index + 1)),
    totalElements: 250,
    totalPages: 5,
    number: 0,
  };
  const act = { id: 7, kind: "PUBLISH", units: 249, refused: 0, undoable: 0, faults: [] };
  const asked: unknown[] = [];
  let done = 0;
  const calls = staff({ "/api/adminsupport/unit-views": [], "/api/adminsupport/unit-terms": [] });
  await openScreen(
    "/admin-dashboard?tab=inventory&status=DRAFT",
    (path, request) => {
      if (path.endsWith("/inventory/acts")) {
        asked.push(typeof request?.body === "string" ? JSON.parse(request.body) : null);
        return answer({ ...act, done, finished: false });
      }
      if (path.endsWith("/inventory/acts/7")) {
        done = 249;
        return answer({ ...act, done, finished: true, undoable: 249 });
      }
      return path.endsWith("/search") ? answer(found) : calls(path);
    },
    "staff",
  );
  fireEvent.click(await screen.findByRole("button", { name: "Select all 250 that match" }));
  await screen.findByText("250 units, 250 selected");
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Unit 1, S1" }));
  await screen.findByText("250 units, 249 selected");
  fireEvent.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText("249 done, 0 failed.");
  expect(asked).toEqual([
    expect.objectContaining({
      kind: "PUBLISH",
      search: expect.objectContaining({ inventoryStatus: ["DRAFT"] }),
      except: [1],
    }),
  ]);
  await screen.findByRole("button", { name: "Undo for 249 units" });
});
