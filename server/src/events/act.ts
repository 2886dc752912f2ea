import type { Pool, PoolClient } from "pg";
import { inTransaction } from "../db/transaction.ts";
import type { Bus } from "./bus.ts";
import type { ProductEvent } from "./events.ts";

/**
 * Runs one action in one transaction. The events that it records reach other processes with the
 * commit, and this process right after it. If the action fails, they are dropped.
 */
export async function act<T>(
  { pool, bus }: { pool: Pool; bus: Bus },
  work: (tx: PoolClient, record: (event: ProductEvent) => void) => Promise<T>,
): Promise<T> {
  const events: ProductEvent[] = [];
  const { value, dispatch } = await inTransaction(pool, async (tx) => {
    const value = await work(tx, (event) => events.push(event));
    const dispatch = bus.dispatch(events);
    await bus.note(tx, dispatch);
    return { value, dispatch };
  });
  bus.deliver(events, dispatch);
  return value;
}
