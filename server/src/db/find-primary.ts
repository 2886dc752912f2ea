import { Client } from "pg";
import { urlsOf } from "./server-urls.ts";

const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Finds the URL of the server that accepts writes, for one-off commands.
 * @throws Error with a one-line message when there is none
 */
export async function findPrimary(url: string): Promise<string> {
  const urls = urlsOf(url);
  if (urls.length === 1) return url;
  for (const each of urls) if (await acceptsWrites(each)) return each;
  throw new Error("No server in DATABASE_URL accepts writes.");
}

async function acceptsWrites(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>(
      "SELECT pg_is_in_recovery() AS standby",
    );
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
