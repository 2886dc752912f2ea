import type { UserProfile } from "@gavelyard/contract/users";

/** The application as its fields hold it: text until it is sent. */
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

/** The version of the words of consent, kept with the application. */
const consentVersion = "2026-11";

/** What is never kept in a draft: the tax number, the consent, and files, which cannot be. */
const notInDraft = new Set<string>(["taxId", "consentCreditCheck", "documents"]);

const emptyAddress = { street: "", city: "", state: "", zip: "" };

/** An empty application with what the profile knows, or what the draft has kept. */
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
  const kept = Object.entries(draft ?? {}).filter(
    ([name, value]) =>
      Object.hasOwn(fresh, name) && typeof value === typeof Reflect.get(fresh, name),
  );
  const values = Object.assign(fresh, Object.fromEntries(kept));
  values.address = { ...emptyAddress, ...values.address };
  if (price !== null) values.vehiclePrice = String(price);
  return values;
}

/** What is kept of an application that is not finished. */
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

/** The form that is sent: what was left empty is left out. */
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
