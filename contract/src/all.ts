import * as apiKeys from "./api-keys.ts";
import * as auctionsStaff from "./auctions/auctions-staff.ts";
import * as auctions from "./auctions/auctions.ts";
import * as calendar from "./auctions/calendar.ts";
import * as control from "./auctions/control.ts";
import * as runList from "./auctions/run-list.ts";
import * as auditLog from "./audit-log.ts";
import * as backups from "./backups.ts";
import * as bidLimits from "./bidding/bid-limits.ts";
import * as bidding from "./bidding/bidding.ts";
import * as lotProofs from "./bidding/lot-proofs.ts";
import * as enquiries from "./enquiries.ts";
import * as finance from "./finance.ts";
import * as feeds from "./inventory/feeds.ts";
import * as inventoryStaff from "./inventory/inventory-staff.ts";
import * as inventory from "./inventory/inventory.ts";
import * as loosePictures from "./inventory/loose-pictures.ts";
import * as priceGuide from "./inventory/price-guide.ts";
import * as questions from "./inventory/questions.ts";
import * as savedSearches from "./inventory/saved-searches.ts";
import * as spellings from "./inventory/spellings.ts";
import * as unitActs from "./inventory/unit-acts.ts";
import * as unitImports from "./inventory/unit-imports.ts";
import * as wishlist from "./inventory/wishlist.ts";
import * as yardPictures from "./inventory/yard-pictures.ts";
import * as operatingSettings from "./operating-settings.ts";
import * as proposals from "./proposals.ts";
import * as reports from "./reports.ts";
import * as bankDetails from "./sales/bank-details.ts";
import * as deliveries from "./sales/deliveries.ts";
import * as deliveryEstimates from "./sales/delivery-estimates.ts";
import * as journal from "./sales/journal.ts";
import * as paymentProofs from "./sales/payment-proofs.ts";
import * as gate from "./sales/gate.ts";
import * as payments from "./sales/payments.ts";
import * as pickups from "./sales/pickups.ts";
import * as receipts from "./sales/receipts.ts";
import * as sales from "./sales/sales.ts";
import * as spending from "./sales/spending.ts";
import * as statements from "./sales/statements.ts";
import * as sellers from "./sellers.ts";
import * as securityLog from "./security-log.ts";
import * as shillSignals from "./shill-signals.ts";
import * as factors from "./sign-in/factors.ts";
import * as signIn from "./sign-in/sign-in.ts";
import * as pageReports from "./page-reports.ts";
import * as site from "./site.ts";
import * as staffSearch from "./staff-search.ts";
import * as tableViews from "./table-views.ts";
import * as taxCertificates from "./tax-certificates.ts";
import * as tax from "./tax.ts";
import * as titles from "./titles.ts";
import * as notifications from "./users/notifications.ts";
import * as timeline from "./users/timeline.ts";
import * as usersStaff from "./users/users-staff.ts";
import * as users from "./users/users.ts";
import * as webhooks from "./webhooks.ts";
import * as workQueue from "./work-queue.ts";
import type { RouteName } from "./all-routes.ts";
import type { Endpoint } from "./endpoint.ts";

type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name];
};

/** Returns the endpoints among what a file of the contract exports. */
function endpointsOf<Module extends object>(module: Module): EndpointsOf<Module>;
function endpointsOf(module: object): object {
  return Object.fromEntries(Object.entries(module).filter(([, { route }]) => route !== undefined));
}

/** All endpoints, for the OpenAPI document and the tests of access and contract. */
export const allEndpoints = {
  ...endpointsOf(apiKeys),
  ...endpointsOf(auctionsStaff),
  ...endpointsOf(auctions),
  ...endpointsOf(calendar),
  ...endpointsOf(control),
  ...endpointsOf(runList),
  ...endpointsOf(auditLog),
  ...endpointsOf(backups),
  ...endpointsOf(bidLimits),
  ...endpointsOf(bidding),
  ...endpointsOf(lotProofs),
  ...endpointsOf(enquiries),
  ...endpointsOf(finance),
  ...endpointsOf(feeds),
  ...endpointsOf(inventoryStaff),
  ...endpointsOf(inventory),
  ...endpointsOf(loosePictures),
  ...endpointsOf(priceGuide),
  ...endpointsOf(questions),
  ...endpointsOf(savedSearches),
  ...endpointsOf(spellings),
  ...endpointsOf(unitActs),
  ...endpointsOf(unitImports),
  ...endpointsOf(wishlist),
  ...endpointsOf(yardPictures),
  ...endpointsOf(operatingSettings),
  ...endpointsOf(proposals),
  ...endpointsOf(reports),
  ...endpointsOf(bankDetails),
  ...endpointsOf(deliveries),
  ...endpointsOf(deliveryEstimates),
  ...endpointsOf(paymentProofs),
  ...endpointsOf(gate),
  ...endpointsOf(payments),
  ...endpointsOf(pickups),
  ...endpointsOf(receipts),
  ...endpointsOf(sales),
  ...endpointsOf(journal),
  ...endpointsOf(statements),
  ...endpointsOf(spending),
  ...endpointsOf(securityLog),
  ...endpointsOf(sellers),
  ...endpointsOf(shillSignals),
  ...endpointsOf(factors),
  ...endpointsOf(signIn),
  ...endpointsOf(pageReports),
  ...endpointsOf(site),
  ...endpointsOf(staffSearch),
  ...endpointsOf(tableViews),
  ...endpointsOf(taxCertificates),
  ...endpointsOf(tax),
  ...endpointsOf(titles),
  ...endpointsOf(notifications),
  ...endpointsOf(timeline),
  ...endpointsOf(usersStaff),
  ...endpointsOf(users),
  ...endpointsOf(webhooks),
  ...endpointsOf(workQueue),
} satisfies Readonly<Record<RouteName, Endpoint>>;

export type AllEndpoints = typeof allEndpoints;
