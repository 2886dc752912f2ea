import type { ApiKey } from "@gavelyard/contract/api-keys";
import { apiScopes } from "@gavelyard/domain/api-keys";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { say, t } from "@gavelyard/messages/text";
import type { ReactNode } from "react";
import { browserZone } from "../clock.ts";
import { ActionButton } from "../api/action-button.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { keyQueries } from "./api.ts";
import { Rich } from "../ui/text/rich.tsx";

const states: Readonly<Record<ApiKey["status"], readonly [word: string, tone: BadgeTone]>> = {
  ACTIVE: [t("Active"), "winning"],
  EXPIRED: [t("Expired"), "neutral"],
  REVOKED: [t("Revoked"), "neutral"],
};

export function KeyList<Key extends ApiKey>({
  keys,
  whose,
  owner,
}: {
  keys: readonly Key[];
  whose: "own" | "anyone's" | null;
  owner?: (key: Key) => ReactNode;
}) {
  return (
    <ul className="grid gap-3">
      {keys.map((key) => (
        <li key={key.id} className="rounded-md border border-line p-3">
          <div className="flex items-start justify-between gap-2">
            <p className="min-w-0 font-semibold wrap-anywhere">
              {key.name}{" "}
              <span className="code font-normal whitespace-nowrap text-soft">…{key.ending}</span>
            </p>
            <Badge tone={states[key.status][1]}>{states[key.status][0]}</Badge>
          </div>
          {owner === undefined ? null : <p className="text-sm">{owner(key)}</p>}
          <p className="text-sm text-soft">
            {key.scopes.map((scope) => say(apiScopes[scope].title)).join(" · ")}
          </p>
          <p className="text-sm text-soft">{usesOf(key)}</p>
          {whose === null || key.status !== "ACTIVE" ? null : (
            <RevokeKey apiKey={key} whose={whose} />
          )}
        </li>
      ))}
    </ul>
  );
}

function usesOf({ status, expiresAt, lastUsedAt, lastUsedIp }: ApiKey): string {
  const zone = browserZone();
  const time = formatDateTime(lastUsedAt, zone);
  const used =
    lastUsedAt === null
      ? t("Never used")
      : lastUsedIp === null
        ? t("Last used {time}", { time })
        : t("Last used {time} from {ip}", { time, ip: lastUsedIp });
  if (status === "REVOKED") return used;
  const end = { time: formatDateTime(expiresAt, zone) };
  return `${used} | ${status === "EXPIRED" ? t("Expired {time}", end) : t("Expires {time}", end)}`;
}

function RevokeKey({ apiKey, whose }: { apiKey: ApiKey; whose: "own" | "anyone's" }) {
  const params = { id: String(apiKey.id) };
  return (
    <ActionButton
      label={
        <Rich
          text={t("Revoke <hidden>{name}</hidden>", { name: apiKey.name })}
          hidden={(words) => <span className="sr-only">{words}</span>}
        />
      }
      title={t("Revoke “{name}”?", { name: apiKey.name })}
      confirmLabel={t("Revoke")}
      tone="danger"
      className="mt-2"
      act={(call) => call(whose === "own" ? "revokeOwnApiKey" : "revokeApiKey", { params })}
      done={t("API key revoked")}
      failed={t("Couldn't revoke the API key.")}
      refresh={keyQueries}
    >
      {t("The key stops working right away. You can't undo this.")}
    </ActionButton>
  );
}
