/** An item of a queue, as far as finding its place needs. */
interface Item {
  readonly path: string;
}

/** Where somebody is in a queue. */
export interface Place {
  /** The item's own address; null before one was found. */
  readonly path: string | null;
  /** Its last known position. */
  readonly index: number;
}

/** Returns whether a page's query is at an item: it has all of the item's fields. */
function isAt(query: URLSearchParams, { path }: Item): boolean {
  const wanted = new URLSearchParams(path.slice(path.indexOf("?")));
  return [...wanted].every(([name, value]) => query.get(name) === value);
}

/**
 * Returns the place of a page in a queue. A page that closed its item, or whose item has left the
 * queue, stays at the item's last position. Returns `last` itself if nothing has changed.
 */
export function placeIn(items: readonly Item[], query: URLSearchParams, last: Place): Place {
  const path = items.find((item) => isAt(query, item))?.path ?? last.path;
  const found = items.findIndex((item) => item.path === path);
  const index = found === -1 ? last.index : found;
  return path === last.path && index === last.index ? last : { path, index };
}

/** Returns the item after a place, starting over at the end; null if no other is left. */
export function nextItem<Each extends Item>(
  items: readonly Each[],
  { path, index }: Place,
): Each | null {
  // What follows a finished item has taken its position.
  const rest = [...items.slice(index), ...items.slice(0, index)];
  return rest.find((item) => item.path !== path) ?? null;
}
