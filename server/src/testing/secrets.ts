import type { Pool } from "pg";
import { Secrets } from "../db/secrets/secrets.ts";

/** Opens the secrets of a database whose operator has set no key. */
export const openPlainSecrets = (pool: Pool): Promise<Secrets> =>
  Secrets.open(pool, { place: "SECRETS_KEY", read: async () => [], create: null });
