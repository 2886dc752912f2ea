import { Live } from "@gavelyard/client/live";
import { currentLanguage } from "@gavelyard/messages/text";
import { refreshToken } from "../api/browser-client.ts";
import { observeServerTime } from "../clock.ts";
import { readSession } from "../session/session.ts";
import { toast } from "../ui/toast-store.ts";

/** Connect only after the first view's pictures and text have loaded. */
const pageLoaded = () =>
  document.readyState === "complete"
    ? Promise.resolve()
    : new Promise<void>((resolve) =>
        window.addEventListener("load", () => resolve(), { once: true }),
      );

/** Creates the tab's live connection, which opens with its first subscription. */
export const createConnection = (onState: () => void): Live =>
  new Live({
    url: "/ws-bid",
    language: currentLanguage(),
    token: () => readSession()?.jwt ?? null,
    refresh: refreshToken,
    onProblem: (title) => toast({ type: "warning", title, debounceKey: "live" }),
    onState,
    ready: pageLoaded,
    observeServerTime,
  });
