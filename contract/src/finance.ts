import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { financeStages, financeStatuses, financeTerms } from "@gavelyard/domain/requests";
import { personName, phoneNumber } from "./sign-in/sign-in.ts";
import { dollars, done, email, id, idParam, inCents, instant, line, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { laterRoutes } from "./later-routes.ts";
import { address } from "./users/users.ts";

const money = (max: number) => inCents(z.number().min(0).max(max));
const optionalText = (max: number) => text(0, max).default("");

const adultBirthDate = z.iso.date().refine((day) => {
  const born = new Date(`${day}T00:00:00Z`);
  const grown = Date.UTC(born.getUTCFullYear() + 18, born.getUTCMonth(), born.getUTCDate());
  return grown <= Date.now() && born.getUTCFullYear() >= 1900;
}, t("You must be 18 or older to apply"));

const application = z.object({
  applicantType: z.enum(["INDIVIDUAL", "BUSINESS"]),
  fullName: personName,
  email,
  phone: phoneNumber,
  address,
  dateOfBirth: adultBirthDate,
  businessName: optionalText(120),
  entityType: z.enum(["SOLE_PROP", "LLC", "CORP", "PARTNERSHIP"]).nullable().default(null),
  yearsInBusiness: z.int().min(0).max(150).nullable().default(null),
  annualRevenue: money(10_000_000_000).nullable().default(null),
  employer: optionalText(120),
  jobTitle: optionalText(80),
  employmentStatus: z
    .enum(["EMPLOYED", "SELF_EMPLOYED", "RETIRED", "UNEMPLOYED", "OTHER"])
    .nullable()
    .default(null),
  yearsEmployed: z.number().min(0).max(80).nullable().default(null),
  monthlyIncome: money(100_000_000).nullable().default(null),
  creditBand: z.enum(["EXCELLENT", "GOOD", "FAIR", "POOR", "UNKNOWN"]).default("UNKNOWN"),
  cdl: z.boolean().default(false),
  yearsCdl: z.number().min(0).max(80).nullable().default(null),
  vehiclePrice: money(10_000_000).nullable().default(null),
  downPayment: money(10_000_000).default(0),
  amount: inCents(z.number().min(1_000, t("Must be at least 1,000")).max(2_000_000)),
  termMonths: z.literal(financeTerms, "Choose 12 to 84 months, in whole years"),
  purpose: optionalText(200),
  note: optionalText(1_000),
});

export const financeApplication = application
  .extend({
    inventoryId: id.nullable().default(null),
    taxId: z
      .string()
      .transform((value) => value.replaceAll(/[\s-]/g, ""))
      .pipe(z.string().regex(/^\d{9}$/, t("Enter the nine digits of your tax ID")))
      .optional(),
    consentCreditCheck: z.literal(true, "Authorize the credit check to apply"),
    consentVersion: text(1, 40),
  })
  .refine(({ vehiclePrice, downPayment }) => vehiclePrice === null || downPayment <= vehiclePrice, {
    path: ["downPayment"],
    message: t("Must not be above the price"),
  })
  .refine(
    ({ applicantType, businessName }) => applicantType !== "BUSINESS" || businessName !== "",
    {
      path: ["businessName"],
      message: t("Enter the business name"),
    },
  )
  .meta({ id: "FinanceApplication" });

export const financeRequest = z
  .object({
    id,
    userId: id,
    inventoryId: id.nullable(),
    application: application.extend({ consentVersion: z.string(), consentAt: instant }),
    taxIdLast4: z.string().nullable(),
    amount: dollars,
    termMonths: z.int(),
    status: z.enum(financeStatuses),
    lenderName: z.string().nullable(),
    approvedAmount: dollars.nullable(),
    apr: z.number().nullable(),
    documents: z.array(z.object({ documentId: z.uuid(), fileName: z.string() })),
    history: z.array(
      z.object({ status: z.enum(financeStatuses), reason: z.string(), at: instant }),
    ),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "FinanceRequest" });
export type FinanceRequest = z.infer<typeof financeRequest>;

const params = z.object({ id: idParam });
const userParams = z.object({ userId: idParam });

export const createFinanceRequest = endpoint(laterRoutes.createFinanceRequest, {
  tag: "Finance",
  summary: "Apply for financing",
  access: "customer",
  input: "anywhere",
  files: { documents: { kind: "document", atMost: 5 } },
  body: financeApplication,
  response: financeRequest,
  errors: [404, 409, 413],
});

export const pendingFinanceRequests = endpoint(laterRoutes.pendingFinanceRequests, {
  tag: "Finance",
  summary:
    "Applications awaiting staff or applicant, or at the given stage, oldest first, up to 500",
  access: "staff",
  permission: "documents",
  people: "list",
  query: z.object({
    stage: z.enum(financeStages).default("OPEN"),
    /** Whatever its stage. */
    id: idParam.optional(),
  }),
  response: z.array(financeRequest),
});

export const updateFinanceStatus = endpoint(laterRoutes.updateFinanceStatus, {
  tag: "Finance",
  summary: "Move an application to its next status",
  access: "staff",
  permission: "documents",
  input: "anywhere",
  params,
  body: z.object({
    status: z.enum(financeStatuses),
    reason: text(0, 1_000).default(""),
    lenderName: line(0, 120).optional(),
    approvedAmount: inCents(z.number().min(1_000).max(2_000_000)).optional(),
    apr: z.number().min(0).max(60).multipleOf(0.01).optional(),
  }),
  response: financeRequest,
  errors: [404, 409],
});

export const deleteFinanceRequest = endpoint(laterRoutes.deleteFinanceRequest, {
  tag: "Finance",
  summary: "Archive a finished application (D12)",
  access: "staff",
  permission: "documents",
  params,
  response: done,
  errors: [404, 409],
});

export const financeRequestsOfUser = endpoint(laterRoutes.financeRequestsOfUser, {
  tag: "Finance",
  summary: "A user's applications, newest first",
  access: "self",
  permission: "documents",
  subject: "userId",
  params: userParams,
  response: z.array(financeRequest),
});

export const withdrawFinanceRequest = endpoint(laterRoutes.withdrawFinanceRequest, {
  tag: "Finance",
  summary: "Withdraw your own application",
  access: "customer",
  params,
  response: financeRequest,
  errors: [404, 409],
});

/** A partly completed application; not validated until it is sent. */
const draft = z
  .record(z.string().max(40), z.unknown())
  .refine((value) => JSON.stringify(value).length <= 20_000, t("The draft is too long"));

export const financeDraft = endpoint(laterRoutes.financeDraft, {
  tag: "Finance",
  summary: "A customer's application draft",
  access: "customer",
  subject: "userId",
  params: userParams,
  response: z.object({ draft: draft.nullable(), savedAt: instant.nullable() }),
});

export const saveFinanceDraft = endpoint(laterRoutes.saveFinanceDraft, {
  tag: "Finance",
  summary: "Save an application draft; never with a tax ID",
  access: "customer",
  subject: "userId",
  params: userParams,
  body: z.object({ draft }),
  response: z.object({ savedAt: instant }),
});
