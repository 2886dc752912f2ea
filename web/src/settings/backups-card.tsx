import type { Backups } from "@gavelyard/contract/backups";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { Card, Facts } from "../ui/card.tsx";
import { count } from "../ui/text/format.ts";
import { backupsQuery } from "./api.ts";
import { useFocusedPart } from "./use-focused-part.ts";

/** Last backup, checks and standbys; the work queue shows what is overdue or behind. */
export function BackupsCard() {
  const query = useQuery(backupsQuery(useCall()));
  const card = useFocusedPart("backups");
  return (
    <Card title={t("Backups and standbys")} section={card}>
      <Read query={query} failure={t("Couldn't load the backups.")} className="h-48">
        {(backups) => (
          <>
            <p className="mb-4 max-w-[70ch] text-soft">
              {backups.keptBy === null ? ownServer : keptByTexts[backups.keptBy]}
            </p>
            <Facts
              rows={[
                ...(backups.keptBy === null ? [] : backupRows(backups)),
                [t("Last full check"), checkOf(backups.lastVerified)],
                ...backups.standbys.map(standbyRow),
              ]}
            />
          </>
        )}
      </Read>
    </Card>
  );
}

const ownServer = t(
  "This database is on your own server. Back it up there, together with the file store.",
);

const keptByTexts: Readonly<Record<NonNullable<Backups["keptBy"]>, string>> = {
  GAVELYARD: t("Gavelyard backs up its database daily and copies its log every second."),
  PGBACKREST: t("pgBackRest backs up the database server and copies its log."),
};

const backupRows = (backups: Backups): [string, string][] => [
  [t("Last backup"), timeOf(backups.lastBackupAt)],
  [t("Log copied through"), timeOf(backups.logCopiedUntil)],
  [t("Last test restore"), checkOf(backups.lastTestRestore)],
];

const standbyRow = ({ name, isSynchronous, behindSec }: Backups["standbys"][number]) =>
  [
    t("Standby {name}", { name }),
    [
      behindSec < 1 ? t("up to date") : t("{seconds} s behind", { seconds: count(behindSec) }),
      isSynchronous === true ? t("synchronous") : null,
    ]
      .filter((part) => part !== null)
      .join(", "),
  ] as const;

const timeOf = (at: string | null) =>
  at === null ? t("Never") : formatDateTime(at, browserZone());

function checkOf(check: Backups["lastVerified"]): string {
  if (check === null) return t("Never");
  const { at, problems } = check;
  const found = problems === 0 ? t("no problems") : plural(problems, "{n} problem", "{n} problems");
  return `${timeOf(at)}, ${found}`;
}
