import { t } from "@gavelyard/messages/text";
import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { accounts } from "@gavelyard/domain/sales/journal";
import { byHaulClass } from "@gavelyard/domain/sales/delivery";
import { haulClasses } from "@gavelyard/domain/sales/haul-class";
import { weekDays } from "@gavelyard/domain/opening-hours";
import { z } from "zod";
import { typedFees, typedSteps, type TypedFees } from "../ui/form/typed-terms.ts";

/** The form of one setting, with numbers as text. */
export interface FormShape<Value, Form> {
  readonly form: z.ZodType<Form>;
  /** Field labels, for the notice about another person's change. */
  readonly labels: Readonly<Record<keyof Form & string, string>>;
  readonly toForm: (value: Value) => Form;
  /** Converts the form for validation by the contract. */
  readonly toValue: (form: Form) => unknown;
}

/** Parses a field's number; NaN when empty or invalid, which the contract rejects. */
function numberIn(text: string): number {
  const digits = text.replaceAll(/[$,%\s]/g, "");
  return digits === "" ? Number.NaN : Number(digits);
}

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** Formats a number for its field: "12,250". */
const typed = (value: number): string => grouped.format(value);

type ValueOf<Part extends keyof Omit<OperatingSettings, "mails">> =
  OperatingSettings[Part]["value"];

const day = z.enum(weekDays);
const contactForm = z.object({
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  hours: z.array(z.object({ from: day, to: day, opens: z.string(), closes: z.string() })),
  hoursZone: z.string(),
  instagram: z.string(),
  facebook: z.string(),
});
export type ContactForm = z.infer<typeof contactForm>;
const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

export const contactShape: FormShape<ValueOf<"contact">, ContactForm> = {
  form: contactForm,
  labels: {
    phone: t("Phone"),
    email: t("Email"),
    address: t("Address"),
    hours: t("Opening hours"),
    hoursZone: t("Time zone of these hours"),
    instagram: "Instagram",
    facebook: "Facebook",
  },
  toForm: (value) => ({
    ...value,
    instagram: value.instagram ?? "",
    facebook: value.facebook ?? "",
  }),
  toValue: (form) => ({
    ...form,
    instagram: orNull(form.instagram),
    facebook: orNull(form.facebook),
  }),
};

export const feeShape: FormShape<ValueOf<"fees">, TypedFees> = {
  form: typedFees,
  labels: {
    premium: t("Buyer's premium"),
    minPremium: t("Minimum premium"),
    docFee: t("Document fee"),
    taxPercent: t("Sales tax"),
  },
  toForm: (value) => ({
    premium: value.premium.map(({ from, percent }) => ({
      from: typed(from),
      percent: typed(percent),
    })),
    minPremium: typed(value.minPremium),
    docFee: typed(value.docFee),
    taxPercent: typed(value.taxPercent),
  }),
  toValue: (form) => ({
    premium: form.premium.map(({ from, percent }) => ({
      from: numberIn(from),
      percent: numberIn(percent),
    })),
    minPremium: numberIn(form.minPremium),
    docFee: numberIn(form.docFee),
    taxPercent: numberIn(form.taxPercent),
  }),
};

const incrementForm = z.object({ steps: typedSteps });

export const incrementShape: FormShape<ValueOf<"increments">, z.infer<typeof incrementForm>> = {
  form: incrementForm,
  labels: { steps: t("Increments") },
  toForm: ({ steps }) => ({
    steps: steps.map(({ from, step }) => ({ from: typed(from), step: typed(step) })),
  }),
  toValue: ({ steps }) => ({
    steps: steps.map(({ from, step }) => ({ from: numberIn(from), step: numberIn(step) })),
  }),
};

const softCloseForm = z.object({
  windowSec: z.string(),
  extendSec: z.string(),
  maxExtensions: z.string(),
});

export const softCloseShape: FormShape<ValueOf<"softClose">, z.infer<typeof softCloseForm>> = {
  form: softCloseForm,
  labels: {
    windowSec: t("Window"),
    extendSec: t("Extension"),
    maxExtensions: t("Maximum extensions"),
  },
  toForm: ({ windowSec, extendSec, maxExtensions }) => ({
    windowSec: typed(windowSec),
    extendSec: typed(extendSec),
    maxExtensions: maxExtensions === null ? "" : typed(maxExtensions),
  }),
  toValue: ({ windowSec, extendSec, maxExtensions }) => ({
    windowSec: numberIn(windowSec),
    extendSec: numberIn(extendSec),
    maxExtensions: maxExtensions.trim() === "" ? null : numberIn(maxExtensions),
  }),
};

const bidLimitForm = z.object({ limit: z.string() });

export const bidLimitShape: FormShape<ValueOf<"bidLimit">, z.infer<typeof bidLimitForm>> = {
  form: bidLimitForm,
  labels: { limit: t("Limit") },
  toForm: ({ limit }) => ({ limit: typed(limit) }),
  toValue: ({ limit }) => ({ limit: numberIn(limit) }),
};

const negotiationForm = z.object({ answerHours: z.string() });

export const negotiationShape: FormShape<
  ValueOf<"negotiation">,
  z.infer<typeof negotiationForm>
> = {
  form: negotiationForm,
  labels: { answerHours: t("Time for each answer") },
  toForm: ({ answerHours }) => ({ answerHours: typed(answerHours) }),
  toValue: ({ answerHours }) => ({ answerHours: numberIn(answerHours) }),
};

const clearingForm = z.object({ CHECK: z.string(), ACH: z.string() });

export const clearingShape: FormShape<ValueOf<"clearing">, z.infer<typeof clearingForm>> = {
  form: clearingForm,
  labels: { CHECK: t("Company checks"), ACH: "ACH" },
  toForm: ({ CHECK, ACH }) => ({ CHECK: typed(CHECK), ACH: typed(ACH) }),
  toValue: ({ CHECK, ACH }) => ({ CHECK: numberIn(CHECK), ACH: numberIn(ACH) }),
};

const titleForm = z.object({ days: z.string() });

export const titleShape: FormShape<ValueOf<"titles">, z.infer<typeof titleForm>> = {
  form: titleForm,
  labels: { days: t("Time until a title is sent") },
  toForm: ({ days }) => ({ days: typed(days) }),
  toValue: ({ days }) => ({ days: numberIn(days) }),
};

const accountForm = z.record(z.enum(accounts), z.string());

export const accountShape: FormShape<ValueOf<"accounts">, z.infer<typeof accountForm>> = {
  form: accountForm,
  labels: {
    BANK: t("Bank"),
    CASH: t("Cash"),
    CARD: t("Card payments"),
    RECEIVABLE: t("Owed by buyers"),
    CREDIT: t("Credit of buyers"),
    HAMMER: t("Hammer price"),
    BUYER_PREMIUM: t("Buyer's premium"),
    DOC_FEE: t("Document fee"),
    TAX: t("Sales tax"),
    DELIVERY: t("Delivery"),
  },
  toForm: (value) => value,
  toValue: (form) => form,
};

const noticeForm = z.object({ text: z.string() });

export const noticeShape: FormShape<ValueOf<"notice">, z.infer<typeof noticeForm>> = {
  form: noticeForm,
  labels: { text: t("Text") },
  toForm: (value) => value,
  toValue: (form) => form,
};

const reasonForm = z.object({ decisions: z.string(), controlRoom: z.string() });
const linesIn = (text: string) =>
  text.split("\n").flatMap((written) => (written.trim() === "" ? [] : [written.trim()]));

export const reasonShape: FormShape<ValueOf<"reasons">, z.infer<typeof reasonForm>> = {
  form: reasonForm,
  labels: { decisions: t("For bids below the reserve"), controlRoom: t("For the control room") },
  toForm: ({ decisions, controlRoom }) => ({
    decisions: decisions.join("\n"),
    controlRoom: controlRoom.join("\n"),
  }),
  toValue: ({ decisions, controlRoom }) => ({
    decisions: linesIn(decisions),
    controlRoom: linesIn(controlRoom),
  }),
};

const twoPersonForm = z.object({
  isOn: z.boolean(),
  limitAbove: z.string(),
  reserveBelow: z.string(),
});

export const twoPersonShape: FormShape<ValueOf<"twoPersonRule">, z.infer<typeof twoPersonForm>> = {
  form: twoPersonForm,
  labels: {
    isOn: t("Require a second person"),
    limitAbove: t("Bid limits above"),
    reserveBelow: t("Share of the reserve"),
  },
  // Shows what comes, so that saving something else stops it.
  toForm: ({ next, ...now }) => {
    const { isOn, limitAbove, reserveBelow } = next ?? now;
    return { isOn, limitAbove: typed(limitAbove), reserveBelow: typed(reserveBelow) };
  },
  toValue: ({ isOn, limitAbove, reserveBelow }) => ({
    isOn,
    limitAbove: numberIn(limitAbove),
    reserveBelow: numberIn(reserveBelow),
    next: null,
  }),
};

const customerKeysForm = z.object({ isOn: z.boolean() });

export const customerKeysShape: FormShape<
  ValueOf<"customerApiKeys">,
  z.infer<typeof customerKeysForm>
> = {
  form: customerKeysForm,
  labels: { isOn: t("Offer API keys to customers") },
  toForm: (value) => value,
  toValue: (form) => form,
};

const deliveryForm = z.object({
  isOn: z.boolean(),
  rates: z.record(
    z.enum(haulClasses),
    z.object({ perMile: z.string(), minimum: z.string(), permits: z.string() }),
  ),
});
export type DeliveryForm = z.infer<typeof deliveryForm>;

export const deliveryShape: FormShape<ValueOf<"delivery">, DeliveryForm> = {
  form: deliveryForm,
  labels: { isOn: t("Arrange delivery for buyers"), rates: t("Rates") },
  toForm: ({ isOn, rates }) => ({
    isOn,
    rates: byHaulClass((one) => ({
      perMile: typed(rates[one].perMile),
      minimum: typed(rates[one].minimum),
      permits: typed(rates[one].permits),
    })),
  }),
  toValue: ({ isOn, rates }) => ({
    isOn,
    rates: byHaulClass((one) => ({
      perMile: numberIn(rates[one].perMile),
      minimum: numberIn(rates[one].minimum),
      permits: numberIn(rates[one].permits),
    })),
  }),
};

const mailForm = z.object({ subject: z.string(), body: z.string() });
export type MailForm = z.infer<typeof mailForm>;

export const mailShape: FormShape<MailForm, MailForm> = {
  form: mailForm,
  labels: { subject: t("Subject"), body: t("Body [of an email]") },
  toForm: ({ subject, body }) => ({ subject, body }),
  toValue: (form) => form,
};
