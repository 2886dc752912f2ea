/** So many texts are kept; past it all are made again. */
const MOST = 256;
const texts = new Map<number, string>();

/**
 * An instant, in ms since the epoch, as ISO 8601 in UTC. The bids of a batch tell the same few instants
 * again and again, and making the text again costs as much as many other parts of a bid.
 */
export function instantText(ms: number): string {
  let text = texts.get(ms);
  if (text === undefined) {
    text = new Date(ms).toISOString();
    if (texts.size === MOST) texts.clear();
    texts.set(ms, text);
  }
  return text;
}
