import { pino } from "pino";
import { urlsOf } from "./server-urls.ts";
import { DatabaseServers } from "./servers.ts";

const WITHIN_MS = 10_000;

/** What tells the newest primary from others, as for the server. */
export interface Primaries {
  readonly databaseCopies: number;
  /** Folder that records the newest primary that was used. */
  readonly dataDir: string;
}

/**
 * Finds the server that accepts writes, for one-off commands, by the same rules as the server: never
 * one that is older than a primary used before, and never one of two.
 * @throws ServersError with a one-line message when there is none
 */
export async function findPrimary(
  url: string,
  { databaseCopies, dataDir }: Primaries,
): Promise<string> {
  if (urlsOf(url).length === 1 && databaseCopies === 0) return url;
  const servers = await DatabaseServers.open(url, {
    copies: databaseCopies > 0,
    dataDir,
    log: pino({ level: "silent" }),
    withinMs: WITHIN_MS,
  });
  const { primaryUrl } = servers;
  await servers.stop();
  return primaryUrl;
}
