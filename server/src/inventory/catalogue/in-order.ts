import type { Workspace } from "./workspace.ts";

const FEW = 512;
const BUCKETS = 4_096;
/**
 * Units per call of a loop. V8 optimizes functions that are called often; one that loops over all
 * units at each call takes twice as long.
 */
const BLOCK = 8_192;

/** Calls `work` for each block of places up to `end`. Between blocks, other work can run. */
export function* inBlocks(
  end: number,
  work: (from: number, to: number) => void,
): Generator<undefined> {
  for (let from = 0; from < end; from += BLOCK) {
    work(from, Math.min(end, from + BLOCK));
    yield;
  }
}

/**
 * Returns the units at positions `from` to `to` after a stable sort by key. Any page costs about
 * the same: units are put into buckets by key, and only the buckets that overlap the page are sorted,
 * each in the same way.
 */
export function* inOrder(
  units: Int32Array,
  keys: Float64Array,
  from: number,
  to: number,
  workspace: Workspace,
): Generator<undefined, number[]> {
  const count = units.length;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < count; place += 1) {
    const key = keys[place] ?? 0;
    if (key < min) min = key;
    if (key > max) max = key;
  }
  yield;
  if (min === max) return [...units.subarray(from, to)];
  if (count <= FEW) return sorted(units, keys).slice(from, to);

  const scale = (BUCKETS - 1) / (max - min);
  const buckets = workspace.shorts(count);
  // starts[b] is the sorted position of the first unit in bucket b.
  const starts = new Int32Array(BUCKETS + 1);
  for (let place = 0; place < count; place += 1) {
    // The array's conversion to whole numbers rounds down.
    buckets[place] = ((keys[place] ?? 0) - min) * scale;
    const next = (buckets[place] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  yield;
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  let first = 0;
  while (first < BUCKETS - 1 && (starts[first + 1] ?? 0) <= from) first += 1;
  let end = first + 1;
  while (end < BUCKETS && (starts[end] ?? 0) < to) end += 1;

  const begin = starts[first] ?? 0;
  const places = starts.slice(first, end);
  const someUnits = workspace.ints((starts[end] ?? 0) - begin);
  const someKeys = workspace.floats(someUnits.length);
  for (let place = 0; place < count; place += 1) {
    const bucket = buckets[place] ?? 0;
    if (bucket < first || bucket >= end) continue;
    const some = (places[bucket - first] ?? 0) - begin;
    places[bucket - first] = some + begin + 1;
    someUnits[some] = units[place] ?? 0;
    someKeys[some] = keys[place] ?? 0;
  }
  yield;
  const page: number[] = [];
  for (let bucket = first; bucket < end; bucket += 1) {
    const [start, next] = [starts[bucket] ?? 0, starts[bucket + 1] ?? 0];
    if (start === next) continue;
    const ofBucket = [start - begin, next - begin] as const;
    const inBucket = inOrder(
      someUnits.subarray(...ofBucket),
      someKeys.subarray(...ofBucket),
      Math.max(from, start) - start,
      Math.min(to, next) - start,
      workspace,
    );
    for (const unit of yield* inBucket) page.push(unit);
  }
  return page;
}

function sorted(units: Int32Array, keys: Float64Array): number[] {
  return Array.from(units.keys())
    .sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0) || one - other)
    .map((place) => units[place] ?? 0);
}
