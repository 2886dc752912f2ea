/** Links of the navigation bar and the mobile menu (section 2). */
export const mainLinks = [
  { to: "/vehicles", label: "Vehicles" },
  { to: "/auctions", label: "Auctions" },
  { to: "/about", label: "About Us" },
  { to: "/financing", label: "Financing", signedIn: true },
  { to: "/contact", label: "Contact" },
] as const;
