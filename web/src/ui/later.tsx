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

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Loads a part of the page, and tries again until it works: a server that is away for a moment must
 * not take away the page that people bid on. From the second failure on, people are told.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await load();
    } catch {
      if (pauseMs > FIRST_PAUSE_MS) {
        toast({
          type: "warning",
          title: t("Part of this page couldn't load. Trying again."),
          debounceKey: "part",
        });
      }
      await new Promise((next) => setTimeout(next, pauseMs));
    }
  }
}

/**
 * A component whose script loads when it is first shown; `waiting` is in its place until then. On a
 * page that the server drew, that is what `atOnce` drew there.
 */
export function later<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): NamedExoticComponent<Props> {
  return within(
    lazy(() => loadPart(load)),
    waiting,
  );
}

/** The server's counterpart of `later`, for a part that it draws. */
export const atOnce = <Props extends object>(
  Part: ComponentType<Props>,
): NamedExoticComponent<Props> => within(Part, null);

/**
 * Surrounds a part with its boundary. Without `memo`, any change above a part whose script still
 * loads would take away what the server drew.
 */
function within<Props extends object>(
  Part: ComponentType<Props>,
  waiting: ReactNode,
): NamedExoticComponent<Props> {
  return memo<Props>((props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  ));
}
