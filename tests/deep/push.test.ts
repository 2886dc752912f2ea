import type { CDPSession, Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findWholeChromium } from "../../script/find-chromium.ts";
import { openPushService, type PushService } from "../../server/src/testing/push-service.ts";
import { call, tokenOf } from "../office.ts";
import {
  bid,
  chromiumOptions,
  fleet,
  openStage,
  panel,
  setLimits,
  signIn,
  type Stage,
} from "../stage.ts";

/** The headless shell doesn't show notifications. */
const executablePath = findWholeChromium();
const rival = { email: "new@demo.example", password: "first-day-at-auction-5" };

let service: PushService;
let stage: Stage;
beforeAll(async () => {
  if (executablePath === undefined) return;
  service = await openPushService();
  const options = { ...chromiumOptions, executablePath };
  stage = await openStage(inject("postgresUrl"), { PUSH_ORIGINS: service.origin }, options);
  await setLimits(stage, 20_000_000, rival.email);
});
afterAll(async () => {
  await stage?.close();
  await service?.close();
});

/**
 * Delivers data to the browser as if from Chromium's push service, and waits until the browser
 * shows a notification: asked for its notifications before, Chromium can drop that one for good.
 */
type Deliver = (data: string) => Promise<void>;

/**
 * Opens a page that subscribes at the test's push service, since Chromium's own is on the internet.
 */
async function openSubscribable(device: string): Promise<{ page: Page; deliver: Deliver }> {
  const page = await stage.open("desktop");
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript((kept) => {
    const subscription = Object.defineProperties(Object.create(PushSubscription.prototype), {
      endpoint: { value: kept.endpoint },
      toJSON: { value: () => kept },
      unsubscribe: { value: async () => true },
    });
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => subscription;
  }, service.subscribe(device));
  const devtools = await page.context().newCDPSession(page);
  const registrationId = workerOf(devtools);
  await devtools.send("ServiceWorker.enable");
  await devtools.send("BackgroundService.startObserving", { service: "notifications" });
  await devtools.send("BackgroundService.setRecording", {
    service: "notifications",
    shouldRecord: true,
  });
  return {
    page,
    deliver: async (data) => {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      const displayed = displayedBy(devtools);
      await devtools.send("ServiceWorker.deliverPushMessage", {
        origin: stage.product.url,
        registrationId: await registrationId,
        data,
      });
      await displayed;
    },
  };
}

/** Returns the ID of our service worker once it is registered. */
const workerOf = (devtools: CDPSession) =>
  new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });

/** Waits for the next notification that the browser shows. */
const displayedBy = (devtools: CDPSession) =>
  new Promise<void>((resolve) => {
    devtools.on(
      "BackgroundService.backgroundServiceEventReceived",
      ({ backgroundServiceEvent }) => {
        if (backgroundServiceEvent.eventName === "Notification displayed") resolve();
      },
    );
  });

/** Our notifications that the browser shows. */
const notificationsOn = (page: Page) =>
  page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications();
    return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/**
 * Clicks the first notification. Focusing a tab does nothing here, since a worker may do it only
 * after a person's click.
 */
async function click(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(`(async () => {
    WindowClient.prototype.focus = async function () { return this; };
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  })()`);
}

test("an outbid bidder gets a browser notification, and a click opens the lot", async (context) => {
  context.skip(executablePath === undefined, "there is no Chromium with notifications here");
  const { page, deliver } = await openSubscribable("desk");
  const inventoryId = await stage.liveLot(900);
  await signIn(page, fleet);
  await page.goto(`/truck/${inventoryId}`, { waitUntil: "networkidle" });
  expect(await page.getByText("Know the moment you're outbid").count()).toBe(0);
  await bid(page);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("Notifications are on for this device.").waitFor();
  await page.goto("/auctions", { waitUntil: "networkidle" });

  const { jwt, userId } = await tokenOf(stage, rival);
  const higher = `/api/bids/inventory/${inventoryId}/user/${userId}?amount=950000`;
  expect((await call(stage, higher, jwt, "POST")).status).toBe(200);
  // The demo's own lots have pushes too.
  const tag = `lot-${inventoryId}`;
  const ofLot = () => service.pushed.filter(({ notice }) => notice.tag === tag);
  await expect.poll(() => ofLot().length).toBe(1);
  const [pushed] = ofLot();
  expect(pushed?.notice).toMatchObject({
    title: expect.stringMatching(/^Outbid: \d{4} /),
    action: expect.stringMatching(/^Bid \$9\d\d,\d{3}$/),
  });
  expect(await notificationsOn(page)).toEqual([]);

  await deliver(JSON.stringify(pushed?.notice));
  const { title, body } = pushed?.notice ?? {};
  await expect.poll(() => notificationsOn(page)).toEqual([{ title, body, tag }]);
  // A later message about the same lot replaces it.
  await deliver(JSON.stringify({ ...pushed?.notice, body: "The current bid is $960,000." }));
  await expect
    .poll(() => notificationsOn(page))
    .toEqual([{ title, body: "The current bid is $960,000.", tag }]);

  await click(page);
  await page.waitForURL(`/truck/${inventoryId}`);
  await panel(page).getByText("$950,000").first().waitFor();
  expect(await notificationsOn(page)).toEqual([]);
});

test("a click on a message about answers opens the unit at its questions", async (context) => {
  context.skip(executablePath === undefined, "there is no Chromium with notifications here");
  const { page, deliver } = await openSubscribable("laptop");
  const inventoryId = await stage.liveLot(900);
  const path = `/truck/${inventoryId}#questions`;
  await signIn(page, fleet);
  await deliver(JSON.stringify({ title: "1 new answer", body: "Yes.", path, tag: "answers" }));
  await expect.poll(() => notificationsOn(page)).toHaveLength(1);
  await click(page);
  await page.waitForURL(path);
  await page.locator("#questions").waitFor();
});

test("a message that isn't ours shows our name and opens the dashboard", async (context) => {
  context.skip(executablePath === undefined, "there is no Chromium with notifications here");
  const { page, deliver } = await openSubscribable("phone");
  await signIn(page, fleet);
  await page.goto("/auctions", { waitUntil: "networkidle" });
  await deliver("not JSON");
  const fallback = {
    title: "Gavelyard",
    body: "You have an update. Tap to view it.",
    tag: "gavelyard",
  };
  await expect.poll(() => notificationsOn(page)).toEqual([fallback]);
  await click(page);
  await page.waitForURL("/dashboard");
});

test("messages that nobody opened are counted on the application's icon", async (context) => {
  context.skip(executablePath === undefined, "there is no Chromium with notifications here");
  const { page, deliver } = await openSubscribable("tablet");
  await signIn(page, fleet);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const [worker] = page.context().serviceWorkers();
  // An application in the background has no visible page, and only an installed one has an icon.
  await worker?.evaluate(`(() => {
    Clients.prototype.matchAll = async () => [];
    self.counted = [];
    WorkerNavigator.prototype.setAppBadge = async (count) => void self.counted.push(count);
  })()`);
  const counted = () => worker?.evaluate("self.counted");
  const notice = { title: "Outbid", body: "The current bid is $900.", path: "/" };
  await deliver(JSON.stringify({ ...notice, tag: "lot-1" }));
  await deliver(JSON.stringify({ ...notice, tag: "lot-2" }));
  await expect.poll(counted).toEqual([1, 2]);
  await deliver(JSON.stringify({ ...notice, tag: "lot-2" }));
  await expect.poll(counted).toEqual([1, 2, 2]);
});

test("a sign-out clears the browser's notifications", async (context) => {
  context.skip(executablePath === undefined, "there is no Chromium with notifications here");
  const { page, deliver } = await openSubscribable("tablet");
  await signIn(page, fleet);
  await deliver(JSON.stringify({ title: "You won", body: "A truck.", path: "/", tag: "lot-1" }));
  await expect.poll(() => notificationsOn(page)).toHaveLength(1);
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect.poll(() => notificationsOn(page)).toEqual([]);
});
