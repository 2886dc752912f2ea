import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { isNothingThere, type Call } from "@gavelyard/client/call";
import { auctionQuery, auctionsQuery, previewsQuery } from "./src/auctions/api.ts";
import {
  closingNextQuery,
  featuredQuery,
  filterQuery,
  typesQuery,
  unitQuery,
} from "./src/inventory/api.ts";
import { questionsQuery } from "./src/inventory/questions/api.ts";
import { saleTermsQuery } from "./src/information/api.ts";
import { informationPaths, statesTerms } from "./src/information/paths.ts";
import { NotFound, PageFailed } from "./src/site/not-found.tsx";
import { siteQuery } from "./src/site/site.ts";
import { CustomersOnly, GuestsOnly, StaffOnly } from "./src/sign-in/guards.tsx";
import type { Place } from "./src/ui/page/router.tsx";

interface Source {
  readonly call: Call;
  readonly queries: QueryClient;
}

interface RouteParams {
  readonly search: URLSearchParams;
  readonly id: number;
}

interface Route {
  /** `:id` is a record's ID. */
  readonly path: string;
  readonly lazy: () => Promise<{ readonly Component: ComponentType }>;
  /** Fills the query cache, on the server for the first view and in the browser for a link. */
  readonly load?: (source: Source, asked: RouteParams) => Promise<unknown>;
  readonly guard?: ComponentType<{ children: ReactNode }>;
  /** The bar of dashboards, instead of the site's (section 2). */
  readonly bar?: () => Promise<ComponentType>;
}

export interface Page {
  readonly status: number;
  /** The ID in its address; 0 without one. */
  readonly id: number;
  readonly Component: ComponentType;
  readonly Guard: ComponentType<{ children: ReactNode }> | undefined;
  readonly Bar?: ComponentType | undefined;
}

/** Thrown by a page's `load` when its record doesn't exist. */
class RecordMissing extends Error {}

/**
 * Loads a page's main data. A missing record makes the page a 404. In the browser, the page shows
 * other failures and retries, but the server renders no page without its main data.
 */
async function prefetchRequired<Data, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  await queries.prefetchQuery(options);
  const error = queries.getQueryState(options.queryKey)?.error ?? null;
  if (isNothingThere(error)) throw new RecordMissing();
  if (error !== null && import.meta.env.SSR) throw error;
}

const dashboardBar = async () => (await import("./src/layout/dashboard-bar.tsx")).DashboardBar;
const signIn = { lazy: () => import("./src/sign-in/sign-in-page.tsx"), guard: GuestsOnly };
const register = { lazy: () => import("./src/sign-in/register-page.tsx"), guard: GuestsOnly };

/** All pages (section 2). Pages show failed queries themselves. */
const routes: readonly Route[] = [
  {
    path: "/",
    load: ({ call, queries }) =>
      Promise.all([
        queries.prefetchQuery(featuredQuery(call)),
        queries.prefetchQuery(typesQuery(call)),
        queries.prefetchQuery(previewsQuery(call)),
        queries.prefetchQuery(closingNextQuery(call)),
      ]),
    lazy: () => import("./src/home/home-page.tsx"),
  },
  {
    path: "/vehicles",
    load: async ({ call, queries }, { search }) => {
      const { filterOf } = await import("./src/inventory/browse/filter-url.ts");
      return queries.prefetchQuery(filterQuery(call, filterOf(search)));
    },
    lazy: () => import("./src/inventory/browse/vehicles-page.tsx"),
  },
  {
    path: "/truck/:id",
    load: ({ call, queries }, { id }) =>
      Promise.all([
        prefetchRequired(queries, unitQuery(call, id)),
        queries.prefetchQuery(questionsQuery(call, id)),
      ]),
    lazy: () => import("./src/pages/unit-page.tsx"),
  },
  {
    path: "/auctions",
    load: ({ call, queries }) => queries.prefetchQuery(previewsQuery(call)),
    lazy: () => import("./src/auctions/auctions-page.tsx"),
  },
  {
    path: "/auctions/:id",
    load: ({ call, queries }, { id }) => prefetchRequired(queries, auctionQuery(call, id)),
    lazy: () => import("./src/pages/auction-page.tsx"),
  },
  {
    path: "/live",
    load: async (source, { search }) =>
      (await import("./src/bidding/live-sales/live-page.tsx")).loadSales(source, search),
    lazy: () => import("./src/bidding/live-sales/live-page.tsx"),
  },
  { path: "/financing", lazy: () => import("./src/finance/financing-page.tsx") },
  { path: "/contact", lazy: () => import("./src/enquiries/contact-page.tsx") },
  { path: "/landing", lazy: () => import("./src/enquiries/landing-page.tsx") },
  ...informationPaths.map((path): Route => ({
    path,
    load: async ({ call, queries }) =>
      statesTerms(path) && queries.prefetchQuery(saleTermsQuery(call)),
    lazy: () => import("./src/information/information-page.tsx"),
  })),
  { path: "/unsubscribe", lazy: () => import("./src/account/unsubscribe-page.tsx") },
  { path: "/not-me", lazy: () => import("./src/sign-in/not-me-page.tsx") },
  { path: "/otp-verification", lazy: () => import("./src/sign-in/otp-page.tsx") },
  { path: "/signin", ...signIn },
  { path: "/login", ...signIn },
  { path: "/admin-login", ...signIn, bar: dashboardBar },
  { path: "/register", ...register },
  { path: "/signup", ...register },
  {
    path: "/forgot-password",
    lazy: () => import("./src/sign-in/forgot-password-page.tsx"),
    guard: GuestsOnly,
  },
  {
    path: "/reset-password",
    lazy: () => import("./src/sign-in/reset-password-page.tsx"),
    guard: GuestsOnly,
  },
  {
    path: "/dashboard",
    bar: dashboardBar,
    lazy: () => import("./src/dashboard/dashboard-page.tsx"),
    guard: CustomersOnly,
  },
  {
    path: "/watchlist",
    lazy: () => import("./src/pages/watchlist-page.tsx"),
    guard: CustomersOnly,
  },
  {
    path: "/admin-dashboard",
    bar: dashboardBar,
    lazy: () => import("./src/dashboard/admin-page.tsx"),
    guard: StaffOnly,
  },
  {
    path: "/yard",
    lazy: () => import("./src/inventory/yard/yard-page.tsx"),
    guard: StaffOnly,
  },
  { path: "/offline", lazy: () => import("./src/layout/offline-page.tsx") },
];

const statusPage = (status: number, Component: ComponentType): Page => ({
  status,
  id: 0,
  Component,
  Guard: undefined,
});
export const missingPage = statusPage(404, NotFound);
export const failedPage = statusPage(503, PageFailed);

/** Returns the page at a place once its script and, with a source, its data have loaded. */
export async function openPage(
  { pathname, search }: Pick<Place, "pathname" | "search">,
  source?: Source,
): Promise<Page> {
  const [, address = "", record] = /^(.*?)(?:\/(\d+))?$/.exec(pathname) ?? [];
  const path = record === undefined ? address || "/" : `${address}/:id`;
  const route = routes.find((one) => one.path === path);
  const id = Number(record ?? 0);
  if (route === undefined || !Number.isSafeInteger(id) || record === "0") return missingPage;
  try {
    const params = { search: new URLSearchParams(search), id };
    const [{ Component }, Bar] = await Promise.all([
      route.lazy(),
      route.bar?.(),
      source && route.load?.(source, params),
    ]);
    return { status: 200, id, Component, Guard: route.guard, Bar };
  } catch (error) {
    if (error instanceof RecordMissing) return missingPage;
    throw error;
  }
}

/** Loads what the layout around all pages shows, for the first view. */
export const loadLayout = ({ call, queries }: Source): Promise<unknown> =>
  Promise.all([queries.prefetchQuery(siteQuery(call)), queries.prefetchQuery(auctionsQuery(call))]);
