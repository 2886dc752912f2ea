import type { Pool } from "pg";
import type { Logger } from "pino";
import type { FileStore } from "./files/file-store.ts";
import type { Bus } from "./events/bus.ts";
import type { Settings } from "./settings.ts";

/** What every part of the server is given. */
export interface Context {
  readonly settings: Settings;
  /** Of the database in use, the embedded one included. */
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly files: FileStore;
  readonly log: Logger;
  /** Address under which people reach the site, for links in mails; no slash at the end. */
  readonly publicUrl: string;
}
