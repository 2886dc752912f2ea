import { t } from "@gavelyard/messages/text";
import type { InventoryDetail } from "@gavelyard/contract/inventory";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { Read } from "../session/read.tsx";
import { profileQuery } from "../users/api.ts";
import { financeDraftQuery } from "./api.ts";
import { ApplicationForm } from "./application-form.tsx";
import { valuesOf } from "./application-values.ts";

/** The application form, filled from the saved draft or the profile. */
export function Application({ userId, unit }: { userId: number; unit: InventoryDetail | null }) {
  const call = useCall();
  const draft = useQuery(financeDraftQuery(call, userId));
  const profile = useQuery(profileQuery(call));
  return (
    <Read query={draft} failure={t("Couldn't load your application.")}>
      {(kept) => (
        <Read query={profile} failure={t("Couldn't load your profile.")}>
          {(mine) => (
            <ApplicationForm
              userId={userId}
              unit={unit}
              savedAt={kept.savedAt}
              initial={valuesOf(mine, kept.draft, unit?.price ?? null)}
            />
          )}
        </Read>
      )}
    </Read>
  );
}
