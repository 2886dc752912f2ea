import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { browserZone } from "../clock.ts";

export function lastUse({ lastUsedAt, ip }: { lastUsedAt: string; ip: string | null }): string {
  const time = formatDateTime(lastUsedAt, browserZone());
  return ip === null
    ? t("Last used {time}", { time })
    : t("Last used {time}, from {ip}", { time, ip });
}
