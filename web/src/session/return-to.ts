import { useLocation } from "../ui/page/router.tsx";

// Screens that ask to sign in keep in their address where to return to, so that it survives a
// reload, the other language and the way through a new account.

/** A path of this site with its query and fragment; nothing that a browser reads as another host. */
const ownPath = /^\/[\w-][^\s\\]*$/;

/** Returns the page to return to, or null if an address names none of this site. */
export const safeReturn = (from: unknown): string | null =>
  typeof from === "string" && ownPath.test(from) ? from : null;

/** Returns the address of a screen that returns to `from`. */
export const withReturn = (screen: string, from: string): string =>
  `${screen}?from=${encodeURIComponent(from)}`;

/** Pages that people want back after they signed in by the bar: a unit's or an auction's. */
const recordPath = /^\/(?:truck|auctions)\/\d+$/;

/**
 * Returns where this screen returns to, and makes addresses of other screens that return there, too.
 */
export function useReturn() {
  const { pathname, search } = useLocation();
  const here = recordPath.test(pathname) ? pathname + search : null;
  const from = safeReturn(new URLSearchParams(search).get("from")) ?? here;
  return {
    from,
    onTheWay: (screen: string) => (from === null ? screen : withReturn(screen, from)),
  };
}
