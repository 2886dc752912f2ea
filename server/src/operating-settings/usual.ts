import { defaultIncrements } from "@gavelyard/domain/bid-increments";
import { defaultFees, feeTableOf } from "@gavelyard/domain/fees";
import { centsToDollars } from "@gavelyard/domain/money";
import { usualHours, usualHoursZone } from "@gavelyard/domain/opening-hours";
import { defaultSoftClose } from "@gavelyard/domain/soft-close";
import type { Settings } from "../settings.ts";
import type { SettingValues } from "./kept.ts";

type Site = Settings["site"];

/** Contact details until operators set others: the ones from the environment. */
export function usualContact(site: Site): SettingValues["contact"] {
  return { ...site, hours: [...usualHours], hoursZone: usualHoursZone };
}

/** What counts wherever operators set nothing, or set it back. */
export function usualSettings(
  settings: Pick<Settings, "site" | "defaultBidLimitCents">,
): SettingValues {
  return {
    contact: usualContact(settings.site),
    fees: feeTableOf(defaultFees),
    increments: {
      steps: defaultIncrements.map(({ fromCents, stepCents }) => ({
        from: centsToDollars(fromCents),
        step: centsToDollars(stepCents),
      })),
    },
    softClose: defaultSoftClose,
    bidLimit: { limit: centsToDollars(settings.defaultBidLimitCents) },
    notice: { text: "" },
    twoPersonRule: { isOn: true },
  };
}
