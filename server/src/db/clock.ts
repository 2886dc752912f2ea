import type { Db } from "./pool.ts";

/** Returns the database's time, the only one that may be stored or shown (D16). */
export async function clockNow(db: Db): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>({
    name: "clock",
    text: "SELECT clock_ms() AS now",
  });
  const now = rows[0]?.now;
  if (now === undefined) throw new Error("the database returned no time");
  return now;
}
