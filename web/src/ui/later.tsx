import { t } from "@gavelyard/messages/text";
import {
  lazy,
  memo,
  Suspense,
  type ComponentType,
  type NamedExoticComponent,
  type ReactNode,
} from "react";
import { toast } from "./toast-store.ts";

const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/**
 * Loads a part of the page and retries until it works: a brief outage must not take away the page
 * that people bid on. From the second failure on, users are told.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let delayMs = MIN_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    try {
      return await load();
    } catch {
      if (delayMs > MIN_DELAY_MS) {
        toast({
          type: "warning",
          title: t("Part of this page couldn't load. Trying again."),
          debounceKey: "part",
        });
      }
      await new Promise((next) => setTimeout(next, delayMs));
    }
  }
}

/**
 * A component whose script loads when it is first shown; `waiting` is shown until then. On a
 * server-rendered page, that is what `atOnce` rendered there.
 */
export function later<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): NamedExoticComponent<Props> {
  return withBoundary(
    lazy(() => loadPart(load)),
    waiting,
  );
}

/** The server's counterpart of `later`, for a part that it renders. */
export const atOnce = <Props extends object>(
  Part: ComponentType<Props>,
): NamedExoticComponent<Props> => withBoundary(Part, null);

/**
 * Wraps a part in its boundary. Without `memo`, any change above a part whose script is still
 * loading would remove what the server rendered.
 */
function withBoundary<Props extends object>(
  Part: ComponentType<Props>,
  waiting: ReactNode,
): NamedExoticComponent<Props> {
  return memo<Props>((props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  ));
}
