import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Secrets } from "./db/secrets/secrets.ts";
import type { DatabaseServers } from "./db/servers/servers.ts";
import type { FileStore } from "./files/file-store.ts";
import type { Bus } from "./events/bus.ts";
import type { Settings } from "./settings.ts";

/** Dependencies of every part of the server. */
export interface Context {
  readonly settings: Settings;
  /** URL of the database, the embedded one included. */
  readonly databaseUrl: string;
  /** Database servers, if the URL has several or changes must be on two; otherwise null. */
  readonly servers: DatabaseServers | null;
  readonly pool: Pool;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly files: FileStore;
  readonly log: Logger;
  /** Public URL of the site, for links in emails; without a slash at the end. */
  readonly publicUrl: string;
}
