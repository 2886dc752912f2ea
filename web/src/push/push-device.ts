import type { Call } from "@gavelyard/client/call";

/** Whether this browser supports and allows push notifications, and has them on. */
export type PushState = "unsupported" | "blocked" | "off" | "on";

export async function pushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  return subscription ? "on" : "off";
}

/** Asks for permission and subscribes this browser. Returns the resulting state. */
export async function turnPushOn(call: Call, userId: number): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key } = await call("pushKey", {});
  // Always subscribe again, since an old subscription may belong to another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { keys = {} } = subscription.toJSON();
  try {
    await call("addPushDevice", {
      params: { userId: String(userId) },
      body: {
        endpoint: subscription.endpoint,
        keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" },
      },
    });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

/** Ends this browser's subscription, even if the call to the server fails. */
export async function turnPushOff(call: Call, userId: number): Promise<PushState> {
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return "off";
  await subscription.unsubscribe();
  await call("removePushDevice", {
    params: { userId: String(userId) },
    body: { endpoint: subscription.endpoint },
  });
  return "off";
}
