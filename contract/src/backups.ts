import { z } from "zod";
import { instant } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { staffRoutes } from "./staff-routes.ts";

const check = z.object({ at: instant, problems: z.int().nonnegative() });

const backupsSchema = z
  .object({
    /**
     * What backs up the database: Gavelyard itself, or pgBackRest for an operator's own server. Null
     * if something else does.
     */
    keptBy: z.enum(["GAVELYARD", "PGBACKREST"]).nullable(),
    lastBackupAt: instant.nullable(),
    /** Everything committed before this time is in the copy of the database's log. */
    logCopiedUntil: instant.nullable(),
    /** The last time a backup was restored and checked, as a test or for real. */
    lastTestRestore: check.nullable(),
    /** The last check of the whole marketplace with `npm run verify-house`. */
    lastVerified: check.nullable(),
  })
  .meta({ id: "Backups" });
export type Backups = z.output<typeof backupsSchema>;

export const backups = endpoint(staffRoutes.backups, {
  tag: "Settings",
  summary: "When the marketplace was last backed up, restored as a test and checked",
  access: "staff",
  permission: "settings",
  response: backupsSchema,
});
