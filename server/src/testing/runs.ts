const isFull = process.env["FULL"] === "1";
/** `npm test` draws one of so many; `npm run test:all`, or `FULL=1`, draws all. */
const ONE_OF = 6;

/** Returns how many cases a property test draws. */
export const runs = (all: number): number => (isFull ? all : Math.ceil(all / ONE_OF));

let turn = 0;

/** Returns the cases to try: of a sweep's many lists, each draws others. */
export function sampled<T>(all: readonly T[]): readonly T[] {
  turn += 1;
  return isFull ? all : all.filter((_, index) => (index + turn) % ONE_OF === 0);
}
