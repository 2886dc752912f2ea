import { z } from "zod";
import { instant } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { laterRoutes } from "./later-routes.ts";

const check = z.object({ at: instant, problems: z.int().nonnegative() });

/** A server that keeps a copy of the database. */
const standby = z.object({
  name: z.string(),
  /** Whether commits wait for it; null if that can't be seen. */
  isSynchronous: z.boolean().nullable(),
  /** Seconds between a commit and its arrival there. */
  behindSec: z.number().nonnegative(),
});

const backupsSchema = z
  .object({
    /** Gavelyard itself, pgBackRest for an operator's own server, or null for anything else. */
    keptBy: z.enum(["GAVELYARD", "PGBACKREST"]).nullable(),
    lastBackupAt: instant.nullable(),
    /** The log archive contains everything committed before this time. */
    logCopiedUntil: instant.nullable(),
    /** The last restore that was checked, as a test or for real. */
    lastTestRestore: check.nullable(),
    /** The last run of `npm run verify-house`. */
    lastVerified: check.nullable(),
    /** Connected standbys; empty for the embedded database. */
    standbys: z.array(standby),
  })
  .meta({ id: "Backups" });
export type Backups = z.output<typeof backupsSchema>;

export const backups = endpoint(laterRoutes.backups, {
  tag: "Settings",
  summary: "When the marketplace was last backed up, restored as a test and checked",
  access: "staff",
  permission: "settings",
  people: null,
  response: backupsSchema,
});
