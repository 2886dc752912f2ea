/** Parts of a process that change by themselves, such as a schema's methods on their first use. */
const volatile =
  /^globalThis\.(?:__vitest|__vite|performance\b|process\.(?:_|report|stdin)|.*_idmap\[[^\]]*\]\.)/;
const MAX_DEPTH = 5;

const numbers = new WeakMap<object, number>();
let next = 1;

const isShared = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

/** Names an object or a function by its identity, and anything else by its value. */
function nameOf(value: unknown): string {
  if (!isShared(value)) return `${typeof value} ${String(value)}`;
  const number = numbers.get(value) ?? next++;
  numbers.set(value, number);
  return `${typeof value} ${number}`;
}

/**
 * Returns what all code of the process shares: the properties of the global object and all that it
 * leads to, such as prototypes and the contents of maps. Objects and functions are named by their
 * identity, so that replacing one shows.
 */
export function globalState(): Readonly<Record<string, string>> {
  const state: Record<string, string> = {};
  const seen = new Set<object>();
  const left: [value: object, at: string, depth: number][] = [[globalThis, "globalThis", 0]];
  const note = (value: unknown, at: string, depth: number) => {
    if (volatile.test(at)) return;
    const isObject = isShared(value);
    state[at] = nameOf(value);
    if (isObject && depth < MAX_DEPTH) left.push([value, at, depth + 1]);
  };
  for (let entry = left.shift(); entry !== undefined; entry = left.shift()) {
    const [value, at, depth] = entry;
    if (seen.has(value)) continue;
    seen.add(value);
    if (value instanceof Map)
      for (const [key, one] of value) note(one, `${at}[${nameOf(key)}]`, depth);
    if (value instanceof Set) state[`${at}.size`] = String(value.size);
    for (const key of Reflect.ownKeys(value)) {
      const property = Reflect.getOwnPropertyDescriptor(value, key);
      const name = `${at}.${String(key)}`;
      if (property === undefined) continue;
      if ("value" in property) note(property.value, name, depth);
      else note(property.get, `${name} (getter)`, depth);
    }
    note(Reflect.getPrototypeOf(value), `${at}.__proto__`, depth);
  }
  state["time zone"] = Intl.DateTimeFormat().resolvedOptions().timeZone;
  state["locale"] = Intl.DateTimeFormat().resolvedOptions().locale;
  return state;
}

/** Returns the places that differ from an earlier state. */
export function changesSince(earlier: Readonly<Record<string, string>>): string[] {
  const now = globalState();
  return [...new Set([...Object.keys(earlier), ...Object.keys(now)])]
    .filter((at) => earlier[at] !== now[at])
    .map((at) => `${at}: ${earlier[at] ?? "absent"}, then ${now[at] ?? "absent"}`);
}
