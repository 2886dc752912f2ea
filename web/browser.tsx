import { unawaited } from "@gavelyard/domain/unawaited";
import type { Call } from "@gavelyard/client/call";
import type { QueryClient } from "@tanstack/react-query";
import { startTransition, useLayoutEffect, useRef, useState } from "react";
import { App } from "./app.tsx";
import { failedPage, openPage, type Page } from "./routes.tsx";
import { basename } from "./src/language.ts";
import {
  enterPlace,
  listenToMoves,
  type Move,
  type Place,
  type Shown,
} from "./src/ui/page/router.tsx";

interface Opened {
  readonly shown: Shown;
  readonly page: Page;
}

const opened = (place: Place, move: Move, page: Page): Opened => ({
  shown: { place, id: page.id, isBack: move === "back" },
  page,
});

/** Shows a page, then the pages that people go to from it. */
export function Browser({
  call,
  queries,
  place: firstPlace,
  page: firstPage,
}: {
  call: Call;
  queries: QueryClient;
  place: Place;
  page: Page;
}) {
  const [first] = useState(() => opened(firstPlace, "back", firstPage));
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
      const isElsewhere = !navigator.onLine && navigator.serviceWorker?.controller != null;
      if (
        (isElsewhere || window.isOutdated === true) &&
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
  }, [call, first, queries]);
  return <App call={call} queries={queries} shown={shown} page={page} isLoading={isLoading} />;
}
