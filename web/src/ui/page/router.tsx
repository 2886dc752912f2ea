import {
  createContext,
  useContext,
  useEffect,
  type AnchorHTMLAttributes,
  type MouseEvent,
} from "react";

import { basename } from "../../language.ts";
import { canonicalPath } from "@gavelyard/messages/languages";

// Links, addresses and the history. A router library would be a quarter of the first page's scripts.

/** A place in the site, as an entry of the browser's history. */
export interface Place {
  readonly pathname: string;
  /** The query with its question mark, or an empty string. */
  readonly search: string;
  readonly hash: string;
  /** What the navigation passed to the page, such as where to return to. */
  readonly state: unknown;
  /** Identifies the entry in the history; `default` for the address that the browser opened. */
  readonly key: string;
}

export interface Shown {
  readonly place: Place;
  /** The ID in the address; 0 without one. */
  readonly id: number;
  /** Whether Back, Forward or the browser itself opened it, not a navigation. */
  readonly isBack: boolean;
}

export const ShownContext = createContext<Shown | null>(null);

export function useShown(): Shown {
  const shown = useContext(ShownContext);
  if (shown === null) throw new Error("useShown needs a ShownContext");
  return shown;
}

export const useLocation = (): Place => useShown().place;

interface NavigateOptions {
  readonly replace?: boolean | undefined;
  readonly state?: unknown;
}

/** How a place is reached: by a navigation, which adds or replaces a history entry, or by Back. */
export type Move = "push" | "replace" | "back";
let onMove: (place: Place, move: Move) => void = () => {};

/** Returns a page's path in its one form, without the language prefix. */
export const withinSite = (pathname: string): string =>
  canonicalPath(pathname.slice(basename.length));

/** Adds the language prefix to a link within the site. */
const hrefOf = (to: string) => (to.startsWith("/") ? basename + to : to);

export function currentPlace(): Place {
  const { pathname: path, search, hash } = window.location;
  const pathname = withinSite(path);
  const entry: unknown = window.history.state;
  const stored = typeof entry === "object" && entry !== null && "key" in entry ? entry : {};
  return { state: null, key: "default", ...stored, pathname, search, hash };
}

/** Calls `listener` for each navigation within the site. Returns a function to remove it. */
export function listenToMoves(listener: typeof onMove): () => void {
  const onPop = () => listener(currentPlace(), "back");
  onMove = listener;
  window.addEventListener("popstate", onPop);
  return () => window.removeEventListener("popstate", onPop);
}

/** Position of the current entry in the tab's history. */
export const historyIndex = (): number =>
  Number(Reflect.get(Object(window.history.state), "index") ?? 0);

/** Adds a place to the history, once its page can be shown. */
export function enterPlace({ pathname, search, hash, state, key }: Place, move: Move): void {
  const url = basename + pathname + search + hash;
  const index = historyIndex();
  if (move === "push") window.history.pushState({ state, key, index: index + 1 }, "", url);
  if (move === "replace") window.history.replaceState({ state, key, index }, "", url);
}

/** Opens a path of the site; one that starts with `?` changes the fields of the current address. */
export function navigate(
  to: string,
  { replace = false, state = null }: NavigateOptions = {},
): void {
  const { pathname: path, search, hash } = new URL(hrefOf(to), window.location.href);
  const place = { pathname: withinSite(path), search, hash };
  const current = currentPlace();
  const isHere =
    current.pathname === place.pathname && current.search === search && current.hash === hash;
  const key = Math.random().toString(36).slice(2, 10);
  onMove({ ...place, state, key }, replace || isHere ? "replace" : "push");
}

/** Navigates as soon as it is rendered. */
export function Navigate({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

/**
 * Returns the fields of the address and a function to change them. A change starts from the current
 * address, so that two changes at the same time don't overwrite each other.
 */
export function useSearch(): [
  URLSearchParams,
  (change: (now: URLSearchParams) => void, options?: NavigateOptions) => void,
] {
  return [
    new URLSearchParams(useLocation().search),
    (change, options) => {
      const now = new URLSearchParams(window.location.search);
      change(now);
      navigate(`?${now.toString()}`, options);
    },
  ];
}

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string;
  readonly state?: unknown;
}

/** A link within the site. Opens the page in place; with a `target`, the browser follows it. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
    const isPlain = button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
    if (!isPlain || event.defaultPrevented || rest.target !== undefined) return;
    event.preventDefault();
    navigate(to, { state });
  };
  const { pathname } = useLocation();
  return (
    <a {...rest} href={hrefOf(to.startsWith("?") ? pathname + to : to)} onClick={open}>
      {children}
    </a>
  );
}
