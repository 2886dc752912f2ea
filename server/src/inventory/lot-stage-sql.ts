const now = "(SELECT clock_ms())";

/** Whether lot `l` is open for bids or will be, by the database's clock (D16). */
const isOpen = `l.closed_at IS NULL AND l.closes_at >= ${now}`;

/** An open lot `l`: LIVE when it takes bids now, UPCOMING when it will. */
const stageOfOpen = `CASE WHEN l.opens_at > ${now} THEN 'UPCOMING' ELSE 'LIVE' END`;

/**
 * What searches call `auctionStatus`: LIVE and UPCOMING as above, EXPIRED for a lot that is closed, also
 * while its auction goes on; null without a lot.
 */
export const lotStage = `CASE WHEN l.id IS NULL THEN NULL WHEN ${isOpen} THEN ${stageOfOpen} ELSE 'EXPIRED' END`;

/** Open lots with their stage and the numbers of their units: `stage`, `unit_id`. */
export const openLotStages = `SELECT ${stageOfOpen} AS stage, i.id AS unit_id
  FROM lots l JOIN inventory i ON i.current_lot_id = l.id WHERE ${isOpen}`;
