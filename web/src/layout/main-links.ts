import { t } from "@gavelyard/messages/text";
/** Links of the navigation bar and the mobile menu (section 2). */
export const mainLinks = [
  { to: "/vehicles", label: t("Vehicles") },
  { to: "/auctions", label: t("Auctions") },
  { to: "/about", label: t("About Us") },
  { to: "/financing", label: t("Financing"), signedIn: true },
  { to: "/contact", label: t("Contact") },
] as const;
