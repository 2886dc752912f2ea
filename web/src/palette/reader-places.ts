import { t } from "@gavelyard/messages/text";

export interface Place {
  readonly title: string;
  readonly path: string;
}

const forAll: readonly Place[] = [
  { title: t("Home"), path: "/" },
  { title: t("Vehicles"), path: "/vehicles" },
  { title: t("Live lots"), path: "/vehicles?auctionStatus=LIVE" },
  { title: t("Auctions"), path: "/auctions" },
  { title: t("Live now"), path: "/live" },
  { title: t("Auction calendar"), path: "/auctions?view=calendar" },
];
const forCustomers: readonly Place[] = [
  { title: t("My watchlist"), path: "/watchlist" },
  { title: t("My bids"), path: "/dashboard?tab=bids" },
  { title: t("Winnings and invoices"), path: "/dashboard?tab=winnings" },
  { title: t("Purchased units"), path: "/dashboard?tab=purchased" },
  { title: t("Bid limit"), path: "/dashboard?tab=limit" },
  { title: t("Notifications"), path: "/dashboard?tab=notifications" },
  { title: t("Profile and settings"), path: "/dashboard?tab=profile" },
  { title: t("Dashboard"), path: "/dashboard" },
  { title: t("My financing"), path: "/dashboard?tab=finance" },
  { title: t("Financing"), path: "/financing" },
];
const forVisitors: readonly Place[] = [
  { title: t("Sign in"), path: "/signin" },
  { title: t("Create account"), path: "/register" },
];
const about: readonly Place[] = [
  { title: t("How bidding works"), path: "/bidding-process" },
  { title: t("Contact"), path: "/contact" },
  { title: t("About us"), path: "/about" },
  { title: t("Company"), path: "/company" },
  { title: t("Security"), path: "/security" },
  { title: t("Terms"), path: "/terms" },
  { title: t("Privacy"), path: "/privacy" },
];

export const placesFor = (isCustomer: boolean): readonly Place[] => [
  ...forAll,
  ...(isCustomer ? forCustomers : forVisitors),
  ...about,
];
