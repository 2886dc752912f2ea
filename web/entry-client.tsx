import { unawaited } from "@gavelyard/domain/unawaited";
import "./src/styles.css";
import type { QueryKey } from "@tanstack/react-query";
import { startTransition, StrictMode, useLayoutEffect, useRef, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { failedPage, missingPage, openPage, type Page } from "./routes.tsx";
import { call } from "./src/api/browser-client.ts";
import { unpack } from "./src/api/page-state.ts";
import { createQueryClient, forgetUser, refetchOnFocus } from "./src/api/query-client.ts";
import { watchInput } from "./src/api/unattended.ts";
import { currentUserId, onSessionEnd, watchSession } from "./src/session/session.ts";
import { setTranslator } from "@gavelyard/messages/text";
import { basename, language } from "./src/language.ts";
import {
  currentPlace,
  enterPlace,
  listenToMoves,
  type Move,
  type Place,
  type Shown,
} from "./src/ui/router.tsx";

/** Delay in ms of the service worker's registration, so that the first view loads first. */
const REGISTER_AFTER_MS = 3_000;

declare global {
  interface Window {
    /** Defined in `index.html`; replays clicks and choices made before the scripts ran. */
    replayEarly: () => void;
  }
}

/** State that the server rendered the page from. */
interface PageState {
  readonly status: number;
  readonly queries: readonly [key: QueryKey, packed: unknown, updatedAtMs: number][];
}

setTranslator({ language: () => language, say: () => undefined });
const queries = createQueryClient(false, currentUserId);
onSessionEnd(() => {
  forgetUser(queries);
  // Cached pages and pictures reveal what the user viewed.
  unawaited(
    navigator.serviceWorker?.getRegistration().then((worker) =>
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker?.active?.postMessage("forget"),
    ),
  );
});
watchSession();
refetchOnFocus();
watchInput();
const state: PageState = JSON.parse(document.getElementById("page-state")?.textContent ?? "");
for (const [key, data, updatedAt] of state.queries)
  queries.setQueryData(key, unpack(data), { updatedAt });

interface Opened {
  readonly shown: Shown;
  readonly page: Page;
}

const opened = (place: Place, move: Move, page: Page): Opened => ({
  shown: { place, id: page.id, isBack: move === "back" },
  page,
});

function Browser({ first }: { first: Opened }) {
  const [{ shown, page }, show] = useState(first);
  const [isLoading, setLoading] = useState(false);
  const current = useRef(first);
  // Runs before the effects of child components, which may navigate.
  useLayoutEffect(() => {
    let latest = first.shown.place;
    const move = async (place: Place, by: Move) => {
      latest = place;
      let next = current.current.page;
      // Without a network, the service worker has the page or says that it hasn't.
      if (
        !navigator.onLine &&
        navigator.serviceWorker?.controller != null &&
        place.pathname !== current.current.shown.place.pathname
      ) {
        if (by === "back") window.location.reload();
        else window.location.assign(basename + place.pathname + place.search + place.hash);
        return;
      }
      // A page handles changes of the query itself.
      if (place.pathname !== current.current.shown.place.pathname || next.status !== 200) {
        setLoading(true);
        next = await openPage(place, { call, queries }).catch(() => failedPage);
        if (latest !== place) return;
      }
      enterPlace(place, by);
      current.current = opened(place, by, next);
      startTransition(() => {
        setLoading(false);
        show(current.current);
      });
    };
    return listenToMoves((place, by) => unawaited(move(place, by)));
  }, [first]);
  return <App call={call} queries={queries} shown={shown} page={page} isLoading={isLoading} />;
}

const place = currentPlace();
// Load the script of the first view before hydration, so that nothing flickers.
const page =
  state.status === 200 ? await openPage(place) : state.status === 404 ? missingPage : failedPage;
const first = opened(place, "back", page);
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root");
window.replayEarly();
// In a transition, React hydrates in chunks and responds to taps between them.
startTransition(() => {
  hydrateRoot(
    root,
    <StrictMode>
      <Browser first={first} />
    </StrictMode>,
  );
});
// Not in development, where files change all the time.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  setTimeout(
    () =>
      unawaited(
        import("./src/layout/install-service-worker.ts").then(({ installServiceWorker }) =>
          installServiceWorker(),
        ),
      ),
    REGISTER_AFTER_MS,
  );
}
