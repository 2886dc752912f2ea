import * as contract from "@gavelyard/contract/operating-settings";
import { byHaulClass, haulRateOf, haulRateTableOf } from "@gavelyard/domain/sales/delivery";
import { feeScheduleOf, feeTableOf } from "@gavelyard/domain/sales/fees";
import { haulClasses } from "@gavelyard/domain/sales/haul-class";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { z } from "zod";

export interface SettingValues {
  readonly contact: contract.ContactSettings;
  readonly fees: contract.FeeSettings;
  readonly increments: contract.IncrementSettings;
  readonly softClose: contract.SoftCloseSettings;
  readonly bidLimit: contract.BidLimitSettings;
  readonly notice: contract.NoticeSettings;
  readonly twoPersonRule: contract.TwoPersonRule;
  readonly customerApiKeys: contract.CustomerApiKeySettings;
  readonly negotiation: contract.NegotiationSettings;
  readonly titles: contract.TitleSettings;
  readonly delivery: contract.DeliverySettings;
  readonly reasons: contract.ReasonSettings;
  readonly clearing: contract.ClearingSettings;
  readonly accounts: contract.AccountSettings;
}
export type SettingName = keyof SettingValues;

/**
 * Converts a value to how it is stored, as JSON with money in cents, and back. Decoding validates
 * it against the contract.
 */
interface Codec<Value> {
  readonly encode: (value: Value) => object;
  readonly decode: (stored: unknown) => Value;
}

const storedFees = z.object({
  premiumBrackets: z.array(z.object({ fromCents: z.int(), basisPoints: z.number() })),
  minPremiumCents: z.int(),
  docFeeCents: z.int(),
  taxBasisPoints: z.number(),
});
const storedSteps = z.object({
  steps: z.array(z.object({ fromCents: z.int(), stepCents: z.int() })),
});
const storedDelivery = z.object({
  isOn: z.boolean(),
  rates: z.record(
    z.enum(haulClasses),
    z.object({ perMileCents: z.int(), minimumCents: z.int(), permitsCents: z.int() }),
  ),
});
const storedLimit = z.object({ limitCents: z.int() });

export const codecs: { readonly [Name in SettingName]: Codec<SettingValues[Name]> } = {
  contact: { encode: (value) => value, decode: (stored) => contract.contactSettings.parse(stored) },
  fees: {
    encode: feeScheduleOf,
    decode: (stored) => contract.feeSettings.parse(feeTableOf(storedFees.parse(stored))),
  },
  increments: {
    encode: ({ steps }) => ({
      steps: steps.map(({ from, step }) => ({
        fromCents: dollarsToCents(from),
        stepCents: dollarsToCents(step),
      })),
    }),
    decode: (stored) =>
      contract.incrementSettings.parse({
        steps: storedSteps.parse(stored).steps.map(({ fromCents, stepCents }) => ({
          from: centsToDollars(fromCents),
          step: centsToDollars(stepCents),
        })),
      }),
  },
  softClose: {
    encode: (value) => value,
    decode: (stored) => contract.softCloseSettings.parse(stored),
  },
  bidLimit: {
    encode: ({ limit }) => ({ limitCents: dollarsToCents(limit) }),
    decode: (stored) =>
      contract.bidLimitSettings.parse({
        limit: centsToDollars(storedLimit.parse(stored).limitCents),
      }),
  },
  notice: { encode: (value) => value, decode: (stored) => contract.noticeSettings.parse(stored) },
  twoPersonRule: {
    encode: (value) => value,
    decode: (stored) => contract.twoPersonRule.parse(stored),
  },
  customerApiKeys: {
    encode: (value) => value,
    decode: (stored) => contract.customerApiKeySettings.parse(stored),
  },
  negotiation: {
    encode: (value) => value,
    decode: (stored) => contract.negotiationSettings.parse(stored),
  },
  accounts: {
    encode: (value) => value,
    decode: (stored) => contract.accountSettings.parse(stored),
  },
  clearing: {
    encode: (value) => value,
    decode: (stored) => contract.clearingSettings.parse(stored),
  },
  titles: { encode: (value) => value, decode: (stored) => contract.titleSettings.parse(stored) },
  reasons: { encode: (value) => value, decode: (stored) => contract.reasonSettings.parse(stored) },
  delivery: {
    encode: ({ isOn, rates }) => ({ isOn, rates: byHaulClass((one) => haulRateOf(rates[one])) }),
    decode: (stored) => {
      const { isOn, rates } = storedDelivery.parse(stored);
      return contract.deliverySettings.parse({
        isOn,
        rates: byHaulClass((one) => haulRateTableOf(rates[one])),
      });
    },
  },
};
