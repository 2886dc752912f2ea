/** Whether an element is displayed: the phone layout hides parts of the desktop layout and vice versa. */
export const isShown = (element: HTMLElement): boolean => element.checkVisibility();

/** Returns the first displayed element of the page's main part that matches a selector. */
export const firstShown = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].find(isShown);
