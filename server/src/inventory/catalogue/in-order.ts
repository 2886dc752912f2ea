const FEW = 512;
const BUCKETS = 4_096;

/**
 * Returns the units at positions `from` to `to` after a stable sort by key. Any page costs about
 * the same: units are counted into buckets, and only the buckets that overlap the page are sorted.
 */
export function inOrder(units: Int32Array, keys: Float64Array, from: number, to: number): number[] {
  if (units.length <= FEW) {
    return Array.from(units.keys())
      .sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0) || one - other)
      .slice(from, to)
      .map((place) => units[place] ?? 0);
  }
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const key of keys) {
    if (key < least) least = key;
    if (key > most) most = key;
  }
  if (least === most) return [...units.subarray(from, to)];
  const scale = (BUCKETS - 1) / (most - least);
  // starts[b] is the sorted position of the first unit in bucket b.
  const starts = new Int32Array(BUCKETS + 1);
  for (const key of keys) {
    const bucket = Math.floor((key - least) * scale);
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
  }
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  let first = 0;
  while (first < BUCKETS - 1 && (starts[first + 1] ?? 0) <= from) first += 1;
  let end = first + 1;
  while (end < BUCKETS && (starts[end] ?? 0) < to) end += 1;

  const begin = starts[first] ?? 0;
  const someUnits = new Int32Array((starts[end] ?? 0) - begin);
  const someKeys = new Float64Array(someUnits.length);
  const next = starts.slice(first, end);
  for (let place = 0; place < units.length; place += 1) {
    const key = keys[place] ?? 0;
    const bucket = Math.floor((key - least) * scale);
    if (bucket < first || bucket >= end) continue;
    const at = (next[bucket - first] ?? 0) - begin;
    next[bucket - first] = at + begin + 1;
    someUnits[at] = units[place] ?? 0;
    someKeys[at] = key;
  }
  const found: number[] = [];
  for (let bucket = first; bucket < end; bucket += 1) {
    const [head, tail] = [starts[bucket] ?? 0, starts[bucket + 1] ?? 0];
    if (head === tail) continue;
    const within = [head - begin, tail - begin] as const;
    const part = [someUnits.subarray(...within), someKeys.subarray(...within)] as const;
    found.push(...inOrder(...part, Math.max(0, from - head), Math.min(tail, to) - head));
  }
  return found;
}
