import { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { findPrimary, type Primaries } from "./servers/find-primary.ts";

/**
 * Opens the database in the settings for a command: the embedded server as its owner, which is
 * started unless it runs, or the primary of `databaseUrl`. `stop` ends what this started.
 * @throws Error if no primary answers
 */
export async function openDatabase(
  settings: Primaries & { readonly databaseUrl: string | null },
  say: (line: string) => void = () => {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl === null) {
    const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, say });
    return { url: ownerUrl, stop };
  }
  return { url: await findPrimary(databaseUrl, settings), stop: async () => {} };
}
