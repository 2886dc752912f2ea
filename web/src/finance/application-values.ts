import type { UserProfile } from "@gavelyard/contract/users/users";

/** Values of the application form: text until it is sent. */
export interface ApplicationValues {
  applicantType: "INDIVIDUAL" | "BUSINESS";
  fullName: string;
  email: string;
  phone: string;
  dateOfBirth: string;
  address: { street: string; city: string; state: string; zip: string };
  businessName: string;
  entityType: string;
  yearsInBusiness: string;
  annualRevenue: string;
  taxId: string;
  employmentStatus: string;
  employer: string;
  jobTitle: string;
  yearsEmployed: string;
  monthlyIncome: string;
  creditBand: string;
  cdl: boolean;
  yearsCdl: string;
  vehiclePrice: string;
  downPayment: string;
  amount: string;
  termMonths: string;
  purpose: string;
  note: string;
  consentCreditCheck: boolean;
  documents: FileList | null;
}

/** Version of the consent text, stored with the application. */
const consentVersion = "2026-11";

/** Fields that are never saved in a draft: tax number, consent, and files, which can't be saved. */
const notInDraft = new Set<string>(["taxId", "consentCreditCheck", "documents"]);

const emptyAddress = { street: "", city: "", state: "", zip: "" };

/** Returns an empty application with data from the profile, or from the draft. */
export function valuesOf(
  profile: UserProfile | undefined,
  draft: Readonly<Record<string, unknown>> | null,
  price: number | null,
): ApplicationValues {
  const fresh: ApplicationValues = {
    applicantType: profile?.accountType ?? "INDIVIDUAL",
    fullName: profile?.name ?? "",
    email: profile?.email ?? "",
    phone: profile?.phoneNumber ?? "",
    dateOfBirth: "",
    address: profile?.address ?? emptyAddress,
    businessName: profile?.companyName ?? "",
    entityType: "",
    yearsInBusiness: "",
    annualRevenue: "",
    taxId: "",
    employmentStatus: "",
    employer: "",
    jobTitle: "",
    yearsEmployed: "",
    monthlyIncome: "",
    creditBand: "UNKNOWN",
    cdl: false,
    yearsCdl: "",
    vehiclePrice: "",
    downPayment: "",
    amount: "",
    termMonths: "60",
    purpose: "",
    note: "",
    consentCreditCheck: false,
    documents: null,
  };
  const fromDraft = Object.entries(draft ?? {}).filter(
    ([name, value]) =>
      Object.hasOwn(fresh, name) && typeof value === typeof Reflect.get(fresh, name),
  );
  const values = Object.assign(fresh, Object.fromEntries(fromDraft));
  values.address = { ...emptyAddress, ...values.address };
  if (price !== null) values.vehiclePrice = String(price);
  return values;
}

export const draftOf = (values: ApplicationValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !notInDraft.has(name)));

const numbers = [
  "yearsInBusiness",
  "annualRevenue",
  "yearsEmployed",
  "monthlyIncome",
  "yearsCdl",
  "vehiclePrice",
  "downPayment",
  "amount",
] as const;

export function formOf(values: ApplicationValues, inventoryId: number | null): FormData {
  const form = new FormData();
  const { documents, address, ...fields } = values;
  for (const [name, value] of Object.entries(fields)) {
    if (value !== "") form.set(name, String(value));
  }
  for (const name of numbers) {
    const plain = values[name].replaceAll(/[\s,$]/g, "");
    if (plain !== "") form.set(name, plain);
  }
  form.set("address", JSON.stringify(address));
  form.set("consentVersion", consentVersion);
  if (inventoryId !== null) form.set("inventoryId", String(inventoryId));
  for (const file of documents ?? []) form.append("documents", file);
  return form;
}
