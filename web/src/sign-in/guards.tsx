import { t } from "@gavelyard/messages/text";
import { homePathOf, isStaff, type Role } from "@gavelyard/domain/users/roles";
import { Fragment, useEffect, useRef, useState, type ReactNode } from "react";
import { FullPageLoader } from "../ui/states.tsx";
import { toast } from "../ui/toast-store.ts";
import { readSession, useSession } from "../session/session.ts";
import { Navigate, useLocation } from "../ui/page/router.tsx";

/** Only the browser has the session, so guarded pages render there. */
function useInBrowser(): boolean {
  const [inBrowser, set] = useState(false);
  useEffect(() => set(true), []);
  return inBrowser;
}

/** Guard of the auth screens: signed-in users go to `/` (section 2). */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const [cameSignedIn, setCameSignedIn] = useState(false);
  useEffect(() => setCameSignedIn(readSession() !== null), []);
  return cameSignedIn ? <Navigate to="/" /> : children;
}

/** Guard of customer or staff pages: others go to `/login` or their own home (section 2, D1). */
function RoleGuard({
  audience,
  children,
}: {
  audience: "customer" | "staff";
  children: ReactNode;
}) {
  const session = useSession();
  const [openedBy] = useState(readSession);
  const { pathname, search } = useLocation();
  if (!useInBrowser()) return <FullPageLoader />;
  if (session === null) {
    // The layout decides where to go when a session ends on a page.
    if (openedBy !== null) return <FullPageLoader />;
    return <Navigate to="/login" from={pathname + search} />;
  }
  const fits = isStaff(session.userRole) === (audience === "staff");
  // The key gives another user a new page, without the previous user's input or data.
  if (fits) return <Fragment key={session.userId}>{children}</Fragment>;
  return <RedirectHome role={session.userRole} from={pathname} />;
}

export const CustomersOnly = ({ children }: { children: ReactNode }) => (
  <RoleGuard audience="customer">{children}</RoleGuard>
);

export const StaffOnly = ({ children }: { children: ReactNode }) => (
  <RoleGuard audience="staff">{children}</RoleGuard>
);

/** Redirects to a role's own home and explains why the requested page did not open. */
function RedirectHome({ role, from }: { role: Role; from: string }) {
  const announced = useRef(false);
  useEffect(() => {
    if (announced.current) return;
    announced.current = true;
    toast({
      type: "info",
      title:
        from === "/watchlist"
          ? t("Staff accounts don't have a watchlist")
          : t("This page isn't for your account"),
      message: isStaff(role)
        ? t("Only customers can open that page. This is your dashboard.")
        : t("Only staff can open that page. This is your dashboard."),
    });
  }, [role, from]);
  return <Navigate to={homePathOf(role)} />;
}
