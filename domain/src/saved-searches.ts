/** Searches that one customer may keep. */
export const MOST_SAVED_SEARCHES = 20;

/** New units of a kept search are counted up to here. */
export const MOST_NEW_UNITS = 99;
