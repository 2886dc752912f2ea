import { isStaff } from "@gavelyard/domain/users/roles";
import { Fragment, useEffect, useState, type ReactNode } from "react";
import { later } from "../ui/later.tsx";
import { FullPageLoader } from "../ui/states.tsx";
import { readSession, useSession } from "../session/session.ts";
import { Navigate, useLocation } from "../ui/page/router.tsx";
import { withReturn } from "../session/return-to.ts";

/** Lazy, since few people open a page of another role. */
const RedirectHome = later(() => import("./redirect-home.tsx"));

/** Only the browser has the session, so guarded pages render there. */
function useInBrowser(): boolean {
  const [inBrowser, set] = useState(false);
  useEffect(() => set(true), []);
  return inBrowser;
}

/** Guard of the auth screens: signed-in users go to `/` (section 2). */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [cameSignedIn, setCameSignedIn] = useState(false);
  useEffect(() => {
    const look = () => setCameSignedIn(readSession() !== null);
    look();
    // Another tab signed in: the last key that it writes. After its own sign-in, the screen leads on.
    const onStorage = ({ key }: StorageEvent) => {
      if (key === "userEmail") look();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [pathname]);
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
  const { pathname, search, hash } = useLocation();
  if (!useInBrowser()) return <FullPageLoader />;
  if (session === null) {
    // The layout decides where to go when a session ends on a page.
    if (openedBy !== null) return <FullPageLoader />;
    return <Navigate to={withReturn("/login", pathname + search + hash)} />;
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
