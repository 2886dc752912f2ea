import type { FinanceStatus } from "@gavelyard/domain/requests";
import { demoBidders } from "../demo-accounts/people.ts";

/** Requests for a higher limit. `bidder` is an index into `demoBidders`. */
export const limitRequests = [
  { bidder: 2, dollars: 4_500_000, hoursAgo: 3, bank: "Llano State Bank" },
  { bidder: 12, dollars: 5_000_000, hoursAgo: 9, bank: "First Prairie Bank" },
  {
    bidder: 20,
    dollars: 6_000_000,
    hoursAgo: 30,
    bank: "Copper Valley Credit Union",
    review: {
      recommendation: "APPROVE",
      dollars: 5_000_000,
      note: "Paid eleven of eleven on time. The letter covers five million.",
    },
  },
] as const;

/** Statuses that a finance request passes through to reach each status. */
export const financeSteps = {
  PENDING: ["PENDING"],
  UNDER_REVIEW: ["PENDING", "UNDER_REVIEW"],
  NEEDS_INFO: ["PENDING", "UNDER_REVIEW", "NEEDS_INFO"],
  APPROVED: ["PENDING", "UNDER_REVIEW", "APPROVED"],
} as const satisfies Partial<Record<FinanceStatus, readonly FinanceStatus[]>>;

/** Finance requests. `bidder` is an index into `demoBidders`. */
export const financeRequests = [
  { bidder: 4, dollars: 62_000, months: 60, status: "PENDING", hoursAgo: 2, unit: 3 },
  { bidder: 9, dollars: 118_500, months: 72, status: "UNDER_REVIEW", hoursAgo: 26, unit: 11 },
  { bidder: 15, dollars: 24_000, months: 36, status: "NEEDS_INFO", hoursAgo: 71, unit: 24 },
  { bidder: 17, dollars: 87_000, months: 60, status: "APPROVED", hoursAgo: 120, unit: 30 },
] as const;

export const enquiries = [
  {
    kind: "LEAD",
    name: "Calvin Mercer",
    email: "calvin.mercer@visitors.demo.example",
    phone: "+15125550144",
    budget: [60_000, 95_000],
    subject: "",
    message: "Day cab with a wet kit, under 500,000 miles, automatic.",
    hoursAgo: 1,
  },
  {
    kind: "LEAD",
    name: "Delia Santos",
    email: "delia.santos@visitors.demo.example",
    phone: "+19155550162",
    budget: [20_000, 40_000],
    subject: "",
    message: "Two 53 ft dry vans with swing doors for a regional lane.",
    hoursAgo: 20,
  },
  {
    kind: "LEAD",
    name: "Bo Lindqvist",
    email: "bo.lindqvist@visitors.demo.example",
    phone: null,
    budget: [150_000, 220_000],
    subject: "",
    message: "Excavator of the 20 ton class with a thumb.",
    hoursAgo: 50,
  },
  {
    kind: "CONTACT",
    name: "Marion Ashe",
    email: "marion.ashe@visitors.demo.example",
    phone: "+14055550119",
    budget: null,
    subject: "Looking at a truck before the sale",
    message: "Can my mechanic come by on Thursday morning with his scanner?",
    hoursAgo: 5,
  },
  {
    kind: "CONTACT",
    name: "Rudy Kessler",
    email: "rudy.kessler@visitors.demo.example",
    phone: null,
    budget: null,
    subject: "Selling four box trucks",
    message: "We renew our fleet in spring. How do you take trucks in, and what does it cost?",
    hoursAgo: 44,
  },
] as const;

export function applicationOf(
  { bidder, dollars, months }: (typeof financeRequests)[number],
  consentAt: string,
): object {
  const name = demoBidders[bidder]?.name ?? "";
  return {
    applicantType: "INDIVIDUAL",
    fullName: name,
    email: demoBidders[bidder]?.email,
    phone: "+18065550100",
    address: { street: "410 Depot Road", city: "Amarillo", state: "TX", zip: "79101" },
    dateOfBirth: `19${71 + bidder}-04-17`,
    businessName: "",
    entityType: null,
    yearsInBusiness: null,
    annualRevenue: null,
    employer: "",
    jobTitle: "Owner-operator",
    employmentStatus: "SELF_EMPLOYED",
    yearsEmployed: 6,
    monthlyIncome: 11_400,
    creditBand: "GOOD",
    cdl: true,
    yearsCdl: 9,
    vehiclePrice: Math.round(dollars * 1.2),
    downPayment: Math.round(dollars * 0.2),
    amount: dollars,
    termMonths: months,
    purpose: "",
    note: "",
    consentVersion: "2026-11",
    consentAt,
  };
}
