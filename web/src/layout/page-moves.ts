// What shortcuts do on a page: they find its parts as readers do, by what links and buttons are for.

/** Height in px that bars at the top and the bottom of the window take at most. */
const BARS_PX = 80;

const shown = (element: HTMLElement) => element.checkVisibility();

/** Returns the first visible element in the page's content that matches a selector. */
function firstShown(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].find(shown);
}

/** Watch buttons by their drawing, which is shorter in long lists than a mark of their own. */
const watchButton = "button:has([href='#icon-bookmark'])";
const records = `a:is([href*="/truck/"], [href*="/auctions/"])`;

/** Returns what opens each item of the page: the record of a card, or the first control of a row. */
function items(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("main :is(li, tbody tr)")].flatMap((item) => {
    if (item.querySelector("li, tr") !== null || !shown(item)) return [];
    return item.querySelector<HTMLElement>(item.matches("tr") ? "a, button" : records) ?? [];
  });
}

const itemOf = (element: Element | null) => element?.closest("li, tr") ?? null;

/** Moves the focus to the next or the previous item of the page's lists and tables. */
export function goToItem(step: 1 | -1): void {
  const all = items();
  const here = itemOf(document.activeElement);
  const at = all.findIndex((item) => itemOf(item) === here);
  // Without an item that has the focus, start with what the reader sees.
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

const isUnitPage = () => /\/truck\/\d+\/?$/.test(window.location.pathname);

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

/** Follows the page's link to the lot or page of a list before or after this one. */
export const goToNeighbor = (side: "prev" | "next"): void => firstShown(`[rel=${side}]`)?.click();

/** Goes from a unit's page back to the list, unless a bid is being made. */
export function goBack(): void {
  const isBidding = document.activeElement?.closest("[data-bidding]") != null;
  if (!isBidding) firstShown("[data-back]")?.click();
}
