import { firstShown, isShown } from "../ui/page/first-shown.ts";

// Shortcuts find elements the way users do: by what the links and buttons do.

/** Maximum height in px of the bars at the top and the bottom of the window. */
const BARS_PX = 80;

/**
 * Finds watch buttons by their icon, which in long lists is shorter than an attribute of their own.
 */
const watchButton = "button:has([href='#icon-bookmark'])";
const records = `a:is([href*="/truck/"], [href*="/auctions/"])`;

/**
 * Returns the control that opens each item of the page: the link of a card, or the first control of
 * a row.
 */
function items(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("main :is(li, tbody tr)")].flatMap((item) => {
    if (item.querySelector("li, tr") !== null || !isShown(item)) return [];
    return item.querySelector<HTMLElement>(item.matches("tr") ? "a, button" : records) ?? [];
  });
}

const itemOf = (element: Element | null) => element?.closest("li, tr") ?? null;

export function goToItem(step: 1 | -1): void {
  const all = items();
  const here = itemOf(document.activeElement);
  const at = all.findIndex((item) => itemOf(item) === here);
  // Without a focused item, start with what the reader sees.
  const inView = all.findIndex((item) => item.getBoundingClientRect().top >= 0);
  const to = all[at >= 0 ? at + step : Math.max(0, inView)];
  if (to === undefined) return;
  to.focus({ preventScroll: true });
  const { top = 0, bottom = 0 } = itemOf(to)?.getBoundingClientRect() ?? {};
  // Bars cover the edges of the window.
  const isCovered = top < BARS_PX || bottom > window.innerHeight - BARS_PX;
  if (isCovered) itemOf(to)?.scrollIntoView({ block: "center" });
}

/** Presses the watch button of the focused item, or else of the page's own unit. */
export function watchItem(): void {
  const item = itemOf(document.activeElement);
  const button = item?.querySelector<HTMLElement>(watchButton);
  (button ?? (item === null && isUnitPage() ? firstShown(watchButton) : undefined))?.click();
}

const isUnitPage = () => /\/truck\/\d+$/.test(window.location.pathname);

/** Moves the focus to the maximum bid of a lot's page, or to the panel without one. */
export function goToBid(): void {
  const panel = firstShown("[data-bidding]");
  panel?.scrollIntoView({ block: "nearest" });
  (panel?.querySelector<HTMLElement>("input") ?? panel)?.focus({ preventScroll: true });
}

/** Moves the focus to the page's own search field. Returns false if it has none. */
export function goToSearch(): boolean {
  const field = firstShown("[role=search] input");
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
  return field !== undefined;
}

/** Follows the page's link to the previous or next lot, or page of a list. */
export const goToNeighbor = (side: "prev" | "next"): void => firstShown(`[rel=${side}]`)?.click();

/** Follows the link to the next item of the work queue, on a page that was opened from one. */
export const goToNextWork = (): void => firstShown("[data-next-work]")?.click();

/** Goes back from a unit's page to the list, unless the user is placing a bid. */
export function goBack(): void {
  const isBidding = document.activeElement?.closest("[data-bidding]") != null;
  if (!isBidding) firstShown("[data-back]")?.click();
}
