import { mark } from "@gavelyard/messages/text";
import type { SiteDetails } from "@gavelyard/contract/site";
import type { Role } from "@gavelyard/domain/users/roles";

type DemoAccount = NonNullable<SiteDetails["demo"]>["accounts"][number];

/** A demo account that visitors can sign in to. */
export interface DemoPerson extends DemoAccount {
  readonly name: string;
  readonly role: Role;
  readonly phoneNumber: string;
  /** Cents; null for staff, who never bid (D4). */
  readonly limitCents: number | null;
  /** The account's role in the seeded story. */
  readonly part: "STAFF" | "BUYS" | "NEAR_LIMIT" | "NEW";
}

export const demoPeople: readonly DemoPerson[] = [
  {
    label: mark("Administrator"),
    name: "Ruth Alvarado",
    email: "admin@demo.example",
    password: "keys-to-the-yard-1",
    role: "ROLE_ADMIN",
    phoneNumber: "+12135550101",
    limitCents: null,
    part: "STAFF",
  },
  {
    label: mark("Support"),
    name: "Owen Brandt",
    email: "support@demo.example",
    password: "gate-desk-morning-2",
    role: "ROLE_ADMIN_SUPPORT",
    phoneNumber: "+12135550102",
    limitCents: null,
    part: "STAFF",
  },
  {
    label: mark("Customer, $10,000,000 limit"),
    name: "Marisol Vega",
    email: "fleet@demo.example",
    password: "forty-trucks-rolling-3",
    role: "ROLE_CUSTOMER",
    phoneNumber: "+18065550143",
    limitCents: 1_000_000_000,
    part: "BUYS",
  },
  {
    label: mark("Customer, limit nearly used"),
    name: "Dale Hutchins",
    email: "hauler@demo.example",
    password: "one-more-load-home-4",
    role: "ROLE_CUSTOMER",
    phoneNumber: "+14695550177",
    limitCents: 2_500_000,
    part: "NEAR_LIMIT",
  },
  {
    label: mark("New customer"),
    name: "Priya Raman",
    email: "new@demo.example",
    password: "first-day-at-auction-5",
    role: "ROLE_CUSTOMER",
    phoneNumber: "+16025550118",
    limitCents: 2_500_000,
    part: "NEW",
  },
  {
    label: mark("Second administrator"),
    name: "Grace Lindqvist",
    email: "controller@demo.example",
    password: "two-keys-one-vault-6",
    role: "ROLE_ADMIN",
    phoneNumber: "+12135550103",
    limitCents: null,
    part: "STAFF",
  },
];

export const demoAccounts: readonly DemoAccount[] = demoPeople.map(
  ({ label, email, password }) => ({
    label,
    email,
    password,
  }),
);

const demoEmails = new Set(demoPeople.map(({ email }) => email));

export const isDemoAccount = (email: string) => demoEmails.has(email);

/** Email domain of the bidders that the demo plays itself. Nobody can sign in as them. */
export const bidderDomain = "@bidders.demo.example";
export const bidderLimitCents = 300_000_000;

const bidderNames: readonly string[] = [
  "Travis Boone",
  "Elena Marsh",
  "Hollis Freight",
  "Gus Pappas",
  "Nadia Karim",
  "Cole Whitaker",
  "Ines Robledo",
  "Terrence Ode",
  "Big Sky Hauling",
  "Lorna Beckett",
  "Rafael Quintana",
  "Mei-Ling Tran",
  "Prairie Iron",
  "Walt Sorensen",
  "Anita Desai",
  "Buck Tillman",
  "Sable Logistics",
  "Jorge Maldonado",
  "Kirsten Dahl",
  "Desmond Price",
  "Yuri Petrov",
  "Gloria Stanton",
  "Three Rivers Equipment",
  "Ahmed Saleh",
  "Cody Lindgren",
  "Patrice Fontenot",
  "Levi Stoltzfus",
  "Ridgeline Rentals",
  "Marta Nowak",
  "Ike Donnelly",
];

export const demoBidders = bidderNames.map((name, index) => ({
  name,
  email: `bidder${index + 1}${bidderDomain}`,
}));
