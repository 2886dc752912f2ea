import { t } from "@gavelyard/messages/text";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { profileQuery } from "../account/api.ts";
import { financeDraftQuery } from "./api.ts";
import { ApplicationForm } from "./application-form.tsx";
import { valuesOf } from "./application-values.ts";

/** Prefilled from the saved draft, or else the profile. */
export function Application({ userId, unit }: { userId: number; unit: InventoryDetail | null }) {
  const call = useCall();
  const draft = useQuery(financeDraftQuery(call, userId));
  const profile = useQuery(profileQuery(call));
  return (
    <Read query={draft} failure={t("Couldn't load your application.")}>
      {(saved) => (
        <Read query={profile} failure={t("Couldn't load your profile.")}>
          {(loadedProfile) => (
            <ApplicationForm
              userId={userId}
              unit={unit}
              savedAt={saved.savedAt}
              initial={valuesOf(loadedProfile, saved.draft, unit?.price ?? null)}
            />
          )}
        </Read>
      )}
    </Read>
  );
}
