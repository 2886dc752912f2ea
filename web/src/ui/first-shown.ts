/** Whether an element is displayed: a phone's layout hides parts of a desktop's, and the other way. */
export const isShown = (element: HTMLElement): boolean => element.checkVisibility();

/** Returns the first displayed element of the page's main part that matches a selector. */
export const firstShown = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].find(isShown);
