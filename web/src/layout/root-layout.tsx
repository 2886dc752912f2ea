import { t } from "@gavelyard/messages/text";
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import { onSessionEnd } from "../session/session.ts";
import { InBrowser } from "../ui/page/in-browser.tsx";
import { ListIcons } from "../ui/list-icon.tsx";
import { FullPageLoader } from "../ui/states.tsx";
import { toast, toastStore } from "../ui/toast-store.ts";
import { Footer } from "./footer.tsx";
import { LiveBanner } from "./live-banner.tsx";
import { NavBar } from "./nav-bar.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { SlimBar } from "./slim-bar.tsx";
import { useScrollPlace } from "./use-scroll-place.ts";
import { later } from "../ui/later.tsx";
import { navigate, useLocation } from "../ui/page/router.tsx";

const AfterPage = later(() => import("./after-page.tsx"));

/** Delay before a slow page shows the loader, in ms. */
const LOADER_AFTER_MS = 200;

function useSlowLoading(loading: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!loading) {
      setSlow(false);
      return undefined;
    }
    const timer = setTimeout(() => setSlow(true), LOADER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [loading]);
  return slow;
}

/**
 * Leaves the current page when the session ends: for `/` after a sign-out in this or another tab,
 * for sign-in after an expiry (sections 2 and 4). The same user returns to the page they left.
 */
function useSessionEnd(): void {
  const { pathname, search } = useLocation();
  const from = useRef("/");
  useEffect(() => {
    from.current = pathname + search;
  }, [pathname, search]);
  useEffect(
    () =>
      onSessionEnd(({ reason, userId }) => {
        toastStore.clear();
        if (reason === "signed-out") {
          navigate("/", { replace: true });
          return;
        }
        toast({ type: "warning", title: t("Session expired. Please log in again.") });
        const state = { from: from.current, userId };
        navigate("/login?expired=true", { replace: true, state });
      }),
    [],
  );
}

/** Header, page and footer; dashboards have only a slim header, `bar` (section 2). */
export function RootLayout({
  isLoading,
  bar: DashboardBar,
  children,
}: {
  isLoading: boolean;
  bar?: ComponentType | undefined;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const slow = useSlowLoading(isLoading);
  useSessionEnd();
  useScrollPlace();
  useEffect(() => {
    performance.mark("interactive");
  }, []);
  const bare = pathname === "/landing";
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:left-2 focus:top-2 focus:z-50 focus:bg-amber focus:p-3 focus:text-on-amber"
      >
        {t("Skip to content")}
      </a>
      <ListIcons />
      {bare ? null : DashboardBar === undefined ? <NavBar /> : <DashboardBar />}
      {pathname === "/vehicles" ? <SlimBar /> : null}
      {bare ? null : <NoticeBar />}
      {bare || DashboardBar !== undefined || pathname === "/offline" ? null : <LiveBanner />}
      <OfflineBar />
      <main
        id="content"
        tabIndex={-1}
        className={`mx-auto min-h-[70vh] w-full outline-none ${widthOf(pathname)}`}
      >
        {/* The page hydrates separately, after the layout around it. */}
        <Suspense>{children}</Suspense>
      </main>
      {bare || DashboardBar !== undefined ? null : (
        <Suspense fallback={null}>
          <Footer />
        </Suspense>
      )}
      {slow ? <FullPageLoader /> : null}
      <InBrowser>
        <AfterPage />
      </InBrowser>
    </>
  );
}

/** The home page uses the full width of the window, for its picture. */
function widthOf(pathname: string): string {
  if (pathname === "/") return "";
  if (pathname === "/admin-dashboard") return "max-w-[100rem] px-4 py-6 lg:py-3";
  return pathname === "/live" ? "max-w-[100rem] px-4 py-6" : "max-w-7xl px-4 py-6";
}
