import { backups, type Backups } from "@gavelyard/contract/backups";
import type { Context } from "../context.ts";
import type { Serve } from "../http/serve.ts";
import { readMarks } from "./marks-sql.ts";
import { readStandbys } from "./standbys-sql.ts";

/** Routes for the backup status that staff see. No route makes or restores a backup. */
export function backupRoutes(serve: Serve, { pool, settings }: Context): void {
  const keeper: Backups["keptBy"] = settings.databaseUrl === null ? "GAVELYARD" : "PGBACKREST";
  serve(backups, async () => {
    const [marks, standbys] = await Promise.all([readMarks(pool), readStandbys(pool)]);
    return {
      keptBy: marks.has("KEPT") ? keeper : null,
      lastBackupAt: marks.get("BACKUP")?.at.toISOString() ?? null,
      logCopiedUntil: marks.get("LOG_COPY")?.at.toISOString() ?? null,
      lastTestRestore: toCheck(marks.get("TEST_RESTORE")),
      lastVerified: toCheck(marks.get("VERIFIED")),
      standbys,
    };
  });
}

function toCheck(found: { at: Date; problems: number } | undefined) {
  return found === undefined ? null : { at: found.at.toISOString(), problems: found.problems };
}
