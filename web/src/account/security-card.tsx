import { securityEvents } from "@gavelyard/domain/audit/security-events";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ownSecurityLogQuery } from "./api.ts";

const FIRST = 5;

/** The user's latest sign-ins, failed ones and security changes (D54). */
export function SecurityCard() {
  const query = useQuery(ownSecurityLogQuery(useCall()));
  const [all, setAll] = useState(false);
  const zone = browserZone();
  return (
    <Card title={t("Security activity")}>
      <p className="mb-3 text-sm text-soft">
        {t("Don't recognize something? Change your password and sign out the devices below.")}
      </p>
      <Read query={query} failure={t("Couldn't load your security activity.")} className="h-24">
        {(entries) => (
          <>
            {entries.length === 0 ? <p className="text-soft">{t("Nothing yet.")}</p> : null}
            <ul className="grid gap-3">
              {entries.slice(0, all ? entries.length : FIRST).map((entry) => (
                <li key={entry.id}>
                  <p className="font-semibold">{securityEvents[entry.kind]}</p>
                  <p className="text-sm wrap-anywhere text-soft">
                    {[formatDateTime(entry.at, zone), entry.device, entry.ip]
                      .filter((part) => part !== null)
                      .join(", ")}
                  </p>
                </li>
              ))}
            </ul>
            {entries.length <= FIRST || all ? null : (
              <Button className="mt-3" onClick={() => setAll(true)}>
                {t("Show all {number}", { number: entries.length })}
              </Button>
            )}
          </>
        )}
      </Read>
    </Card>
  );
}
