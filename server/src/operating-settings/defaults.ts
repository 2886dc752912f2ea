import { defaultIncrements } from "@gavelyard/domain/bid-increments";
import { byHaulClass, defaultHaulRates, haulRateTableOf } from "@gavelyard/domain/delivery";
import { defaultFees, feeTableOf } from "@gavelyard/domain/fees";
import { centsToDollars } from "@gavelyard/domain/money";
import { defaultAnswerHours } from "@gavelyard/domain/negotiation";
import { defaultHours, defaultHoursZone } from "@gavelyard/domain/opening-hours";
import { defaultTwoPersonLimit } from "@gavelyard/domain/proposals";
import { defaultSoftClose } from "@gavelyard/domain/soft-close";
import type { Settings } from "../settings.ts";
import type { SettingValues } from "./kept.ts";

type Site = Settings["site"];

/** Default contact details, from the environment. */
export function defaultContact(site: Site): SettingValues["contact"] {
  return { ...site, hours: [...defaultHours], hoursZone: defaultHoursZone };
}

/** Returns the default of every setting. */
export function defaultSettings(
  settings: Pick<Settings, "site" | "defaultBidLimitCents">,
): SettingValues {
  return {
    contact: defaultContact(settings.site),
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
    twoPersonRule: { isOn: true, limitAbove: defaultTwoPersonLimit },
    customerApiKeys: { isOn: false },
    negotiation: { answerHours: defaultAnswerHours },
    // The house has to have carriers first.
    delivery: { isOn: false, rates: byHaulClass((one) => haulRateTableOf(defaultHaulRates[one])) },
  };
}
