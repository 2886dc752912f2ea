import { t } from "@gavelyard/messages/text";
import { defaultIncrements } from "@gavelyard/domain/bidding/bid-increments";
import { byHaulClass, defaultHaulRates, haulRateTableOf } from "@gavelyard/domain/sales/delivery";
import { defaultFees, feeTableOf } from "@gavelyard/domain/sales/fees";
import { centsToDollars } from "@gavelyard/domain/money";
import { defaultAnswerHours } from "@gavelyard/domain/sales/negotiation";
import { defaultAccountNames } from "@gavelyard/domain/sales/journal";
import { defaultClearingDays } from "@gavelyard/domain/sales/receipts";
import { defaultHours, defaultHoursZone } from "@gavelyard/domain/opening-hours";
import { defaultReserveBelow, defaultTwoPersonLimit } from "@gavelyard/domain/proposals";
import { defaultTitleDays } from "@gavelyard/domain/titles/title";
import { defaultSoftClose } from "@gavelyard/domain/bidding/soft-close";
import type { Settings } from "../settings.ts";
import type { SettingValues } from "./stored-values.ts";

type Site = Settings["site"];

/** Default contact details, from the environment. */
export function defaultContact(site: Site): SettingValues["contact"] {
  return { ...site, hours: [...defaultHours], hoursZone: defaultHoursZone };
}

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
    twoPersonRule: {
      isOn: true,
      limitAbove: defaultTwoPersonLimit,
      reserveBelow: defaultReserveBelow,
      next: null,
    },
    customerApiKeys: { isOn: false },
    negotiation: { answerHours: defaultAnswerHours },
    clearing: defaultClearingDays,
    accounts: defaultAccountNames,
    titles: { days: defaultTitleDays },
    reasons: {
      decisions: [
        t("The seller accepts"),
        t("The seller declines"),
        t("Too far below the reserve"),
      ],
      controlRoom: [
        t("Bidders are still active"),
        t("Technical problem"),
        t("The seller asked for it"),
        t("Wrong lot or description"),
      ],
    },
    // Off until the house has carriers.
    delivery: { isOn: false, rates: byHaulClass((one) => haulRateTableOf(defaultHaulRates[one])) },
  };
}
