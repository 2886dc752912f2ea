import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
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
          title: "Part of this page couldn't load. Trying again.",
          debounceKey: "part",
        });
      }
      await new Promise((next) => setTimeout(next, pauseMs));
    }
  }
}

/** A component whose script loads when it is first shown; `waiting` is in its place until then. */
export function later<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(() => loadPart(load));
  return function Later(props: Props) {
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/**
 * The server's counterpart of `later`, for a part of its page: the same boundaries, so that the
 * browser keeps what the server drew until the part's script is there.
 */
export function atOnce<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function AtOnce(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
