import type { Locator, Page } from "playwright";

export const palette = (page: Page): Locator =>
  page.getByRole("dialog", { name: "Search or go to…" });

/** The field that one types in. */
export const field = (page: Page): Locator => palette(page).getByRole("combobox");

/** The choice that Enter takes. */
export const chosen = (page: Page, name: string | RegExp): Locator =>
  palette(page).getByRole("option", { name, selected: true });
