import type { Locator, Page } from "playwright";

export const palette = (page: Page): Locator =>
  page.getByRole("dialog", { name: "Search or go to…" });

export const field = (page: Page): Locator => palette(page).getByRole("combobox");

/** The option that Enter selects. */
export const chosen = (page: Page, name: string | RegExp): Locator =>
  palette(page).getByRole("option", { name, selected: true });
