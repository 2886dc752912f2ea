/** Maximum per customer. */
export const MAX_SAVED_SEARCHES = 20;

/** New units of a saved search are counted up to here. */
export const MAX_NEW_UNITS = 99;

/** When a saved search alerts its owner (D48). */
export const searchAlerts = ["AT_ONCE", "DAILY", "NEVER"] as const;
export type SearchAlert = (typeof searchAlerts)[number];
