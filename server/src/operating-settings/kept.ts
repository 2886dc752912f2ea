import * as contract from "@gavelyard/contract/operating-settings";
import { byHaulClass, haulClasses, haulRateOf, haulRateTableOf } from "@gavelyard/domain/delivery";
import { feeScheduleOf, feeTableOf } from "@gavelyard/domain/fees";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { z } from "zod";

/** Value of each part of the settings, as in the contract. */
export interface SettingValues {
  readonly contact: contract.ContactSettings;
  readonly fees: contract.FeeSettings;
  readonly increments: contract.IncrementSettings;
  readonly softClose: contract.SoftCloseSettings;
  readonly bidLimit: contract.BidLimitSettings;
  readonly notice: contract.NoticeSettings;
  readonly twoPersonRule: contract.TwoPersonSettings;
  readonly customerApiKeys: contract.CustomerApiKeySettings;
  readonly negotiation: contract.NegotiationSettings;
  readonly delivery: contract.DeliverySettings;
}
export type SettingName = keyof SettingValues;

/**
 * How a value is stored: as JSON with money in cents. Reading validates it against the contract.
 */
interface Keeping<Value> {
  readonly keep: (value: Value) => object;
  readonly read: (kept: unknown) => Value;
}

const keptFees = z.object({
  premiumBrackets: z.array(z.object({ fromCents: z.int(), basisPoints: z.int() })),
  minPremiumCents: z.int(),
  docFeeCents: z.int(),
  taxBasisPoints: z.int(),
});
const keptSteps = z.object({
  steps: z.array(z.object({ fromCents: z.int(), stepCents: z.int() })),
});
const keptDelivery = z.object({
  isOn: z.boolean(),
  rates: z.record(
    z.enum(haulClasses),
    z.object({ perMileCents: z.int(), minimumCents: z.int(), permitsCents: z.int() }),
  ),
});
const keptLimit = z.object({ limitCents: z.int() });

export const keeping: { readonly [Name in SettingName]: Keeping<SettingValues[Name]> } = {
  contact: { keep: (value) => value, read: (kept) => contract.contactSettings.parse(kept) },
  fees: {
    keep: feeScheduleOf,
    read: (kept) => contract.feeSettings.parse(feeTableOf(keptFees.parse(kept))),
  },
  increments: {
    keep: ({ steps }) => ({
      steps: steps.map(({ from, step }) => ({
        fromCents: dollarsToCents(from),
        stepCents: dollarsToCents(step),
      })),
    }),
    read: (kept) =>
      contract.incrementSettings.parse({
        steps: keptSteps.parse(kept).steps.map(({ fromCents, stepCents }) => ({
          from: centsToDollars(fromCents),
          step: centsToDollars(stepCents),
        })),
      }),
  },
  softClose: { keep: (value) => value, read: (kept) => contract.softCloseSettings.parse(kept) },
  bidLimit: {
    keep: ({ limit }) => ({ limitCents: dollarsToCents(limit) }),
    read: (kept) =>
      contract.bidLimitSettings.parse({ limit: centsToDollars(keptLimit.parse(kept).limitCents) }),
  },
  notice: { keep: (value) => value, read: (kept) => contract.noticeSettings.parse(kept) },
  twoPersonRule: {
    keep: (value) => value,
    read: (kept) => contract.twoPersonSettings.parse(kept),
  },
  customerApiKeys: {
    keep: (value) => value,
    read: (kept) => contract.customerApiKeySettings.parse(kept),
  },
  negotiation: {
    keep: (value) => value,
    read: (kept) => contract.negotiationSettings.parse(kept),
  },
  delivery: {
    keep: ({ isOn, rates }) => ({ isOn, rates: byHaulClass((one) => haulRateOf(rates[one])) }),
    read: (kept) => {
      const { isOn, rates } = keptDelivery.parse(kept);
      return contract.deliverySettings.parse({
        isOn,
        rates: byHaulClass((one) => haulRateTableOf(rates[one])),
      });
    },
  },
};
