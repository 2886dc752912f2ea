import DataLoader from "dataloader";

const STATEMENTS_AT_ONCE = 2;
const KEYS_AT_MOST = 50;

/**
 * Reads what many ask for at once in few statements: a question waits until one of the statements
 * under way is done, and then goes with all that came meanwhile. No answer is older than its
 * question.
 */
export class ReadTogether<K, V> {
  readonly #loader: DataLoader<K, V | undefined>;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `read` answers by key what there is; keys are read by value, so they must be plain. */
  constructor(read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>) {
    this.#loader = new DataLoader(
      async (keys) => {
        this.#running += 1;
        try {
          const found = await read([...new Set(keys)]);
          return keys.map((key) => found.get(key));
        } finally {
          this.#running -= 1;
          this.#waiting.shift()?.();
        }
      },
      {
        cache: false,
        maxBatchSize: KEYS_AT_MOST,
        batchScheduleFn: (start) => {
          if (this.#running < STATEMENTS_AT_ONCE) setImmediate(start);
          else this.#waiting.push(start);
        },
      },
    );
  }

  /** Undefined when there is none. */
  get(key: K): Promise<V | undefined> {
    return this.#loader.load(key);
  }
}
