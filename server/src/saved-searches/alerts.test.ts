import { inventoryFilter } from "@gavelyard/contract/inventory/inventory-filter";
import { UnitBatch } from "@gavelyard/contract/inventory/match-units";
import { hourIn } from "@gavelyard/domain/wall-time";
import { afterAll, beforeAll, expect, test } from "vitest";
import { located } from "../http/distance.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { openPushService, type PushService } from "../testing/push-service.ts";
import { matchNewLots } from "./match-new-lots.ts";
import { searchableLots } from "./match-sql.ts";
import { sendAlerts } from "./send-alerts.ts";

let app: AuthApp;
let service: PushService;
beforeAll(async () => {
  service = await openPushService();
  app = await openAuthApp({ pushOrigins: [service.origin] });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const path = (user: SignedUp) => `/api/users/${user.userId}/saved-searches`;
async function save(user: SignedUp, name: string, alert: string, filter: object = {}, more = {}) {
  const saved = await app.post(path(user), { name, alert, filter, ...more }, user.jwt);
  expect(saved.statusCode).toBe(200);
  return saved.json<{ id: number; alert: string }>();
}
const match = () => matchNewLots(app.context);
const pass = (interval: string) =>
  app.query("UPDATE search_matches SET due_at = due_at - $1::interval", [interval]);
/** Returns when a user's next alert is due. */
async function dueAtOf(user: SignedUp): Promise<Date> {
  const [row] = await app.query(
    "SELECT min(m.due_at) AS due FROM search_matches m JOIN saved_searches s ON s.id = m.search_id WHERE s.user_id = $1",
    [user.userId],
  );
  const due = row?.["due"];
  if (!(due instanceof Date)) throw new Error("nothing is due");
  return due;
}
async function send() {
  while (await sendAlerts(app.context));
}
/** Returns the subjects of a user's alerts after all queued emails are sent. */
const subjectsTo = async (user: SignedUp) => {
  await expect
    .poll(() => app.query("SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'send-mail'"))
    .toEqual([]);
  const rows = await app.query(
    "SELECT subject FROM mails WHERE recipient = $1 AND subject LIKE '%saved searches' ORDER BY id",
    [user.email],
  );
  return rows.map(({ subject }) => subject);
};

test("one email and one push cover all searches, with each unit once and its search", async () => {
  const user = await app.customer();
  await save(user, "Petes", "AT_ONCE", { manufacturer: ["Peterbilt"] });
  await save(user, "Texas", "AT_ONCE", { state: ["TX"], yearFrom: 2019 });
  await save(user, "Fords", "AT_ONCE", { manufacturer: ["Ford"] });
  const quiet = await app.customer();
  await save(quiet, "Petes", "NEVER", { manufacturer: ["Peterbilt"] });
  await app.post(`/api/users/${user.userId}/push-devices`, service.subscribe("phone"), user.jwt);
  const lots = [await insertLot(app.context.pool), await insertLot(app.context.pool)];
  await Promise.all([match(), match()]);
  await send();
  expect(await subjectsTo(user)).toEqual([]);
  await pass("11 seconds");
  await Promise.all([send(), send()]);
  await send();
  expect(await subjectsTo(user)).toEqual(["2 new units for your saved searches"]);
  expect(await subjectsTo(quiet)).toEqual([]);
  const mail = await app.mailTo(user.email, "saved searches");
  expect(mail.text_body).toContain('Matches for your saved search "Petes":\n2019 Peterbilt 579');
  for (const { inventoryId } of lots)
    expect(mail.text_body.split(`https://gavelyard.example/truck/${inventoryId}\n`)).toHaveLength(
      2,
    );
  expect(mail.text_body).not.toContain("Fords");
  await expect
    .poll(() => service.pushed.map(({ notice }) => notice.title))
    .toEqual(["2 units for your saved searches"]);
  expect(mail.text_body).toContain("\n\nYour saved searches found 2 new units:\n\n");
  // The units close in an hour, and the push is of no use afterwards.
  expect(Number(service.pushed[0]?.headers["ttl"])).toBeLessThanOrEqual(3_600);
});

test("an email that waited until all its units closed isn't sent", async () => {
  const server = await startMailServer();
  const other = await openAuthApp({ smtpUrl: server.url });
  const { pool } = other.context;
  const [late, early] = await server.holding(async () => [
    await other.customer(),
    await other.customer(),
  ]);
  const search = (name: string, user: SignedUp, filter: object) =>
    other.post(path(user), { name, alert: "AT_ONCE", filter }, user.jwt);
  await search("New", late, { yearFrom: 2019 });
  await search("Old", early, { yearTo: 2018 });
  const lots = [await insertLot(pool), await insertLot(pool), await insertLot(pool)] as const;
  await other.query("UPDATE inventory SET model_year = 2018 WHERE id = ANY ($1)", [
    [lots[1].inventoryId, lots[2].inventoryId],
  ]);
  await matchNewLots(other.context);
  await other.query("UPDATE search_matches SET due_at = clock_ms()");
  const waiting = "SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'send-mail'";
  await expect.poll(() => other.query(waiting)).toEqual([]);
  server.messages.length = 0;
  server.refuse = true;
  while (await sendAlerts(other.context));
  await expect
    .poll(() => other.query(`${waiting} AND attempts = 1 AND locked_at IS NULL`))
    .toHaveLength(2);
  await other.query(
    "UPDATE lots SET closed_at = clock_ms(), outcome = 'NO_BIDS' WHERE id = ANY ($1)",
    [[lots[0].lotId, lots[1].lotId]],
  );
  server.refuse = false;
  await other.query("UPDATE graphile_worker._private_jobs SET run_at = now() WHERE attempts > 0");
  await expect.poll(() => other.query(waiting)).toEqual([]);
  expect(server.messages.map((message) => /^To: (\S+)/m.exec(message)?.[1])).toEqual([early.email]);
  await other.close();
  await server.close();
});

test("only units whose lots haven't closed are named, and nothing is sent without one", async () => {
  const user = await app.customer();
  const { id } = await save(user, "All", "AT_ONCE");
  const [closed, withdrawn] = [
    await insertLot(app.context.pool),
    await insertLot(app.context.pool),
  ];
  await match();
  await app.query("UPDATE lots SET closed_at = clock_ms(), outcome = 'NO_BIDS' WHERE id = $1", [
    closed.lotId,
  ]);
  await app.query("UPDATE inventory SET status = 'WITHDRAWN' WHERE id = $1", [
    withdrawn.inventoryId,
  ]);
  await pass("11 seconds");
  await send();
  expect(await subjectsTo(user)).toEqual([]);
  expect(await app.query("SELECT 1 FROM search_matches WHERE search_id = $1", [id])).toEqual([]);
});

test("a daily alert comes once a day, at the reader's local hour", async () => {
  const user = await app.customer();
  await app.put(
    `/api/update-user/${user.userId}`,
    { timeZone: "Asia/Kolkata", dailyAlertHour: 18 },
    user.jwt,
  );
  await save(user, "All", "DAILY");
  await insertLot(app.context.pool);
  await match();
  await insertLot(app.context.pool);
  await match();
  const dueAt = await dueAtOf(user);
  expect(hourIn(dueAt.getTime(), "Asia/Kolkata")).toBe(18);
  expect(dueAt.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000);
  await send();
  expect(await subjectsTo(user)).toEqual([]);
  await pass("1 day");
  await send();
  expect(await subjectsTo(user)).toEqual(["2 new units for your saved searches"]);
});

test("a daily alert uses the zone of the browser that signed up or first saved a search", async () => {
  const texan = await app.customer({ timeZone: "America/Chicago" });
  await save(texan, "All", "DAILY", {}, { timeZone: "Europe/Berlin" });
  const old = await app.customer();
  await save(old, "All", "DAILY", {}, { timeZone: "Asia/Kolkata" });
  await insertLot(app.context.pool);
  await match();
  expect(hourIn((await dueAtOf(texan)).getTime(), "America/Chicago")).toBe(7);
  expect(hourIn((await dueAtOf(old)).getTime(), "Asia/Kolkata")).toBe(7);
});

test("units published seconds apart give a person one email in ten minutes, for all searches", async () => {
  const user = await app.customer();
  const years = [2011, 2012, 2013, 2014];
  for (const year of years)
    await save(user, `From ${year}`, "AT_ONCE", { yearFrom: year, yearTo: year });
  const publish = async (year: number) => {
    const { inventoryId } = await insertLot(app.context.pool);
    await app.query("UPDATE inventory SET model_year = $2 WHERE id = $1", [inventoryId, year]);
    await match();
  };
  // The second unit comes before the first one's alert is sent.
  await publish(2011);
  await pass("11 seconds");
  await publish(2012);
  await send();
  for (const year of [2013, 2014]) {
    await publish(year);
    await pass("30 seconds");
    await send();
  }
  expect(await subjectsTo(user)).toEqual(["2 new units for your saved searches"]);
  await pass("10 minutes");
  await send();
  expect(await subjectsTo(user)).toEqual([
    "2 new units for your saved searches",
    "2 new units for your saved searches",
  ]);
});

test("an alert that is off, or whose emails are off, isn't sent", async () => {
  const [off, stopped] = [await app.customer(), await app.customer()];
  const search = await save(off, "All", "AT_ONCE");
  await save(stopped, "All", "AT_ONCE");
  await insertLot(app.context.pool);
  await match();
  const changed = await app.put(`${path(off)}/${search.id}/alert`, { alert: "NEVER" }, off.jwt);
  expect(changed.statusCode).toBe(200);
  await app.put(
    `/api/update-user/${stopped.userId}`,
    { notificationPrefs: { SEARCH_ALERT: { email: false } } },
    stopped.jwt,
  );
  await pass("11 seconds");
  await send();
  expect(await subjectsTo(off)).toEqual([]);
  expect(await subjectsTo(stopped)).toEqual([]);
  const others = await app.put(`${path(off)}/${search.id}/alert`, { alert: "DAILY" }, stopped.jwt);
  expect(others.statusCode).toBe(403);
});

test("an interrupted batch resumes where it stopped", async () => {
  const user = await app.customer();
  const first = await save(user, "First", "AT_ONCE");
  const second = await save(user, "Second", "AT_ONCE");
  const { lotId } = await insertLot(app.context.pool);
  await app.query("DELETE FROM unmatched_lots");
  await app.query("INSERT INTO match_batches (lot_ids, searched_until) VALUES ($1, $2)", [
    [lotId],
    first.id,
  ]);
  await match();
  const rows = await app.query("SELECT search_id FROM search_matches WHERE search_id = ANY ($1)", [
    [first.id, second.id],
  ]);
  expect(rows).toEqual([{ search_id: second.id }]);
  expect(await app.query("SELECT 1 FROM match_batches")).toEqual([]);
});

test("searches find new lots as lists do", async () => {
  const { pool } = app.context;
  const { lotId, inventoryId } = await insertLot(pool);
  await pool.query(
    `UPDATE inventory SET model = 'F-150', trim = 'XLT', odometer = 50000, engine_hours = 12.5, grade = 3,
        vin = '1FTFW1ET5DFC10312', gvwr_class = 2, specs = '{"horsepower": 300, "apu": {"make": "Tripac"},
        "trailer": {"trailerType": "REEFER", "lengthFt": 53}, "exteriorColor": "Red"}' WHERE id = $1`,
    [inventoryId],
  );
  await pool.query(
    `UPDATE yards SET lat = 35.2, lng = -101.8
      WHERE id = (SELECT yard_id FROM inventory WHERE id = $1)`,
    [inventoryId],
  );
  const [unit] = await searchableLots(pool, [lotId]);
  if (unit === undefined) throw new Error("no unit");
  const batch = new UnitBatch([unit]);
  const filters: object[] = [
    {},
    { q: "f150" },
    { q: "F-150 xlt" },
    { q: "C10312" },
    { q: "pete 2019" },
    { q: "pete 2018" },
    { q: "150" },
    { exteriorColor: ["Red"], trailerType: ["REEFER"] },
    { gvwrClass: [2, 3] },
    { apu: true, carbCompliant: false },
    { featured: true },
    { hasVideo: true },
    { hasVideo: false, hasSpin: false },
    { priceFrom: 1_000, priceTo: 1_000 },
    { priceFrom: 1_000.01 },
    { engineHoursTo: 12.5, horsepowerFrom: 300, trailerLengthFtTo: 53 },
    { gvwrLbFrom: 1 },
    { gradeFrom: 3.1 },
    { zip: "79101", withinMiles: 5 },
    { zip: "79101", withinMiles: 1 },
    { zip: "75201", withinMiles: 320 },
    { zip: "75201", withinMiles: 350 },
    { auctionStatus: ["LIVE"] },
  ];
  for (const filterInput of filters) {
    const filter = inventoryFilter.parse({ ...filterInput, size: 100 });
    const list = await app.post("/inventories/filter", filter);
    const listed = list
      .json<{ content: { id: number }[] }>()
      .content.some(({ id }) => id === inventoryId);
    const found = batch.matching(await located(filter)).length === 1;
    expect([filterInput, found]).toEqual([filterInput, listed]);
  }
});
