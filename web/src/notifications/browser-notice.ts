/**
 * Shows a browser notification, if the user allowed it. Chrome for Android lets only the service
 * worker show one, and throws otherwise.
 */
export async function showBrowserNotice(
  title: string,
  options: NotificationOptions,
): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    new Notification(title, options);
  } catch {
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  }
}
