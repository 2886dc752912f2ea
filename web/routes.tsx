import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import type { LoaderFunctionArgs, RouteObject } from "react-router";
import { isNothingThere, type Call } from "@gavelyard/client/call";
import { auctionQuery, auctionsQuery, previewsQuery } from "./src/auctions/api.ts";
import {
  closingNextQuery,
  featuredQuery,
  filterQuery,
  typesQuery,
  unitQuery,
} from "./src/inventory/api.ts";
import { filterOf } from "./src/inventory/browse/filter-url.ts";
import { saleTermsQuery } from "./src/information/api.ts";
import { informationPaths, statesTerms } from "./src/information/paths.ts";
import { RouteError } from "./src/layout/not-found.tsx";
import { Component as OfflinePage } from "./src/layout/offline-page.tsx";
import { RootLayout } from "./src/layout/root-layout.tsx";
import { siteQuery } from "./src/layout/site.ts";
import { GuestsOnly, Only } from "./src/session/guards.tsx";
import { FullPageLoader } from "./src/ui/states.tsx";

/** Returns the ID in an address, or throws a 404 when it is not one. */
function numberIn(params: Readonly<Record<string, string | undefined>>): number {
  const id = Number(params["id"]);
  if (!Number.isSafeInteger(id) || id < 1) throw new Response("", { status: 404 });
  return id;
}

/**
 * All routes of the app (section 2). Loaders fill the query cache, on the server for the first view
 * and in the browser while a link is followed. Pages show failed queries themselves.
 */
export function createRoutes({
  call,
  queries,
}: {
  call: Call;
  queries: QueryClient;
}): RouteObject[] {
  const site = () => queries.prefetchQuery(siteQuery(call));
  const auctions = () => queries.prefetchQuery(auctionsQuery(call));
  const previews = () => queries.prefetchQuery(previewsQuery(call));
  const load =
    (...work: ((args: LoaderFunctionArgs) => Promise<unknown>)[]) =>
    async (args: LoaderFunctionArgs) => {
      await Promise.all(work.map((one) => one(args)));
      return null;
    };
  /**
   * Loads a page's main data; the page is a 404 without it. In the browser, the page shows other
   * failures and retries, but the server renders no page without its main data.
   */
  const known = async <Data, Key extends QueryKey>(
    options: FetchQueryOptions<Data, Error, Data, Key>,
  ) => {
    await queries.prefetchQuery(options);
    const error = queries.getQueryState(options.queryKey)?.error ?? null;
    if (isNothingThere(error)) throw new Response("", { status: 404 });
    if (error !== null && import.meta.env.SSR) throw new Response("", { status: 503 });
  };
  const signIn = { lazy: () => import("./src/session/sign-in-page.tsx") };
  const register = { lazy: () => import("./src/session/register-page.tsx") };
  return [
    {
      Component: RootLayout,
      ErrorBoundary: RouteError,
      HydrateFallback: FullPageLoader,
      loader: load(site, auctions),
      shouldRevalidate: () => false,
      // A page that fails leaves the layout around it in place.
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            {
              path: "/",
              loader: load(
                () => queries.prefetchQuery(featuredQuery(call)),
                () => queries.prefetchQuery(typesQuery(call)),
                previews,
                () => queries.prefetchQuery(closingNextQuery(call)),
              ),
              lazy: () => import("./src/home/home-page.tsx"),
            },
            {
              path: "/vehicles",
              loader: load(({ request }) =>
                queries.prefetchQuery(
                  filterQuery(call, filterOf(new URL(request.url).searchParams)),
                ),
              ),
              // Filter choices show immediately; the page loads its own list.
              shouldRevalidate: ({ currentUrl, nextUrl }) =>
                currentUrl.pathname !== nextUrl.pathname,
              lazy: () => import("./src/inventory/browse/vehicles-page.tsx"),
            },
            {
              path: "/truck/:id",
              loader: load(({ params }) => known(unitQuery(call, numberIn(params)))),
              lazy: () => import("./src/inventory/browse/unit-page.tsx"),
            },
            {
              path: "/auctions",
              loader: load(previews),
              lazy: () => import("./src/auctions/auctions-page.tsx"),
            },
            {
              path: "/auctions/:id",
              loader: load(({ params }) => known(auctionQuery(call, numberIn(params)))),
              lazy: () => import("./src/auctions/auction-page.tsx"),
            },
            { path: "/financing", lazy: () => import("./src/finance/financing-page.tsx") },
            { path: "/contact", lazy: () => import("./src/enquiries/contact-page.tsx") },
            { path: "/landing", lazy: () => import("./src/enquiries/landing-page.tsx") },
            ...informationPaths.map((path) => ({
              path,
              ...(statesTerms(path)
                ? { loader: load(() => queries.prefetchQuery(saleTermsQuery(call))) }
                : {}),
              lazy: () => import("./src/information/information-page.tsx"),
            })),
            { path: "/unsubscribe", lazy: () => import("./src/users/unsubscribe-page.tsx") },
            { path: "/not-me", lazy: () => import("./src/session/not-me-page.tsx") },
            { path: "/otp-verification", lazy: () => import("./src/session/otp-page.tsx") },
            {
              Component: GuestsOnly,
              children: [
                { path: "/signin", ...signIn },
                { path: "/login", ...signIn },
                { path: "/admin-login", ...signIn },
                { path: "/register", ...register },
                { path: "/signup", ...register },
                {
                  path: "/forgot-password",
                  lazy: () => import("./src/session/forgot-password-page.tsx"),
                },
                {
                  path: "/reset-password",
                  lazy: () => import("./src/session/reset-password-page.tsx"),
                },
              ],
            },
            {
              element: <Only audience="customer" />,
              children: [
                { path: "/dashboard", lazy: () => import("./src/dashboard/dashboard-page.tsx") },
                { path: "/watchlist", lazy: () => import("./src/wishlist/watchlist-page.tsx") },
              ],
            },
            {
              element: <Only audience="staff" />,
              children: [
                { path: "/admin-dashboard", lazy: () => import("./src/dashboard/admin-page.tsx") },
              ],
            },
            // Not lazy, since there is no network when it is needed.
            { path: "/offline", Component: OfflinePage },
            { path: "*", lazy: () => import("./src/layout/not-found-page.tsx") },
          ],
        },
      ],
    },
  ];
}
