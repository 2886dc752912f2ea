import { certificateKinds, certificateStatuses } from "@gavelyard/domain/sales/certificates";
import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { day, dollars, exactDollars, id, idParam, instant, line, text } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { invoice } from "./sales/payments.ts";
import { laterRoutes } from "./later-routes.ts";
import { stateCode } from "./tax.ts";

export const taxCertificate = z
  .object({
    id,
    kind: z.enum(certificateKinds),
    number: z.string(),
    states: z.array(z.string()),
    /** Null if the paper names none. */
    startsOn: day.nullable(),
    /** The last day, included; null if the paper names none. */
    endsOn: day.nullable(),
    /** The only unit that it is for; null for every purchase. */
    unit: z.object({ inventoryId: id, name: z.string() }).nullable(),
    documentId: z.uuid(),
    fileName: z.string(),
    sentAt: instant,
    status: z.enum(certificateStatuses),
    /** Why it was rejected or revoked; empty otherwise. */
    reason: z.string(),
  })
  .meta({ id: "TaxCertificate" });
export type TaxCertificate = z.output<typeof taxCertificate>;

const certificateLine = taxCertificate
  .extend({ userId: id, userName: z.string(), companyName: z.string().nullable() })
  .meta({ id: "TaxCertificateLine" });
export type TaxCertificateLine = z.output<typeof certificateLine>;

/** Why a certificate can't take the tax off an invoice. */
const creditRefusals = ["NOT_VALID", "NOT_NAMED", "TOO_LATE", "NO_TAX"] as const;

const reviewedCertificate = certificateLine
  .extend({
    /** The buyer's taxed invoices of the last 60 days, newest first. */
    sales: z.array(
      z.object({
        invoiceId: id,
        invoiceNumber: z.string(),
        name: z.string(),
        state: z.string(),
        soldOn: day,
        tax: dollars,
        /** Null if the certificate takes this tax off. */
        refusal: z.enum(creditRefusals).nullable(),
      }),
    ),
  })
  .meta({ id: "ReviewedTaxCertificate" });
export type ReviewedCertificate = z.output<typeof reviewedCertificate>;

const tag = "Sales tax";
const params = z.object({ id: idParam });

/** A field of a form that is left blank. */
const orBlank = <T extends z.ZodType>(schema: T) =>
  z
    .union([z.literal("").transform(() => null), schema])
    .nullable()
    .default(null);

export const taxCertificatesOfUser = endpoint(laterRoutes.taxCertificatesOfUser, {
  scope: "account:read",
  tag,
  summary: "A user's tax exemption certificates, newest first, up to 100 (D95)",
  access: "self",
  permission: "money",
  subject: "id",
  params,
  response: z.array(taxCertificate),
});

export const sendTaxCertificate = endpoint(laterRoutes.sendTaxCertificate, {
  tag,
  summary:
    "Upload a tax exemption certificate; the same file again changes nothing while it counts (D95)",
  access: "customer",
  input: "anywhere",
  files: { document: { kind: "document", atMost: 1, required: true } },
  body: z
    .object({
      kind: z.enum(certificateKinds),
      number: line(1, 40),
      /** Two-letter codes, separated by commas. */
      states: z
        .string()
        .transform((list) => [...new Set(list.split(/[\s,]+/).filter((one) => one !== ""))])
        .pipe(z.array(stateCode).min(1, t("Choose a state")).max(60)),
      startsOn: orBlank(day),
      endsOn: orBlank(day),
      /** The only unit that it is for. */
      inventoryId: orBlank(idParam),
    })
    .refine(({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn, {
      path: ["endsOn"],
      error: t("Must not be before the first day"),
    }),
  response: taxCertificate,
  errors: [404, 409, 413],
});

export const certificateParts = ["WAITING", "VALID", "ENDED"] as const;
export type CertificatePart = (typeof certificateParts)[number];

export const taxCertificates = endpoint(laterRoutes.taxCertificates, {
  tag,
  summary: "Buyers' tax exemption certificates: to review, valid, or ended; up to 200 (D95)",
  access: "staff",
  permission: "money",
  people: "list",
  query: z.object({ part: z.enum(certificateParts).default("WAITING") }),
  response: z.object({
    counts: z.record(z.enum(certificateParts), z.int()),
    content: z.array(certificateLine),
  }),
});

export const taxCertificateById = endpoint(laterRoutes.taxCertificateById, {
  tag,
  summary: "A tax exemption certificate with the buyer's taxed invoices that it may concern (D95)",
  access: "staff",
  permission: "money",
  people: "account",
  params,
  response: reviewedCertificate,
  errors: [404],
});

export const decideTaxCertificate = endpoint(laterRoutes.decideTaxCertificate, {
  confirmAgain: true,
  tag,
  summary:
    "Accept a tax exemption certificate, reject it, or revoke an accepted one for sales from now on (D95)",
  access: "staff",
  permission: "money",
  params,
  body: z
    .object({
      decision: z.enum(["ACCEPTED", "REFUSED", "REVOKED"]),
      reason: text(0, 500).default(""),
    })
    .refine(({ decision, reason }) => decision === "ACCEPTED" || reason.length >= 3, {
      path: ["reason"],
      error: t("Enter a reason for the buyer"),
    }),
  response: reviewedCertificate,
  errors: [403, 404, 409],
});

export const creditTax = endpoint(laterRoutes.creditTax, {
  confirmAgain: true,
  tag,
  summary:
    "Take the tax off an invoice by a certificate that came within ten business days of the sale; what was paid of it becomes credit (D95)",
  access: "staff",
  permission: "money",
  params,
  body: z.object({
    invoiceId: id,
    /** The tax that was shown. If it is another one, nothing is credited. */
    tax: exactDollars,
  }),
  response: invoice,
  errors: [403, 404, 409],
});
