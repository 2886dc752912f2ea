/** Maximum cached texts; when full, the cache is cleared. */
const MAX_TEXTS = 256;
const texts = new Map<number, string>();

/**
 * Formats an instant, in ms since the epoch, as ISO 8601 in UTC. The bids of a batch share a few
 * instants, and formatting one costs as much as many other steps of a bid, so texts are cached.
 */
export function instantText(ms: number): string {
  let text = texts.get(ms);
  if (text === undefined) {
    text = new Date(ms).toISOString();
    if (texts.size === MAX_TEXTS) texts.clear();
    texts.set(ms, text);
  }
  return text;
}
