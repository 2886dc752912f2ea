import { homePathOf, isStaff } from "@gavelyard/domain/roles";
import { useEffect, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { FullPageLoader } from "../ui/states.tsx";
import { readSession, sessionEnd, useSession } from "./session.ts";

/** Where a page that lost its session leads (sections 2 and 4). */
const afterEnd = { expired: "/login?expired=true", "signed-out": "/", none: "/login" } as const;

/** The session lives in the browser alone, so guarded pages begin there. */
function useInBrowser(): boolean {
  const [inBrowser, set] = useState(false);
  useEffect(() => set(true), []);
  return inBrowser;
}

/** Auth screens: whoever comes signed in is sent to `/` (section 2). */
export function GuestsOnly() {
  const [cameSignedIn, setCameSignedIn] = useState(false);
  useEffect(() => setCameSignedIn(readSession() !== null), []);
  return cameSignedIn ? <Navigate to="/" replace /> : <Outlet />;
}

/** Pages of customers, or of staff; others go to `/login` or to their own home (section 2, D1). */
export function Only({ audience }: { audience: "customer" | "staff" }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (!useInBrowser()) return <FullPageLoader />;
  if (session === null) {
    return (
      <Navigate to={afterEnd[sessionEnd() ?? "none"]} state={{ from: pathname + search }} replace />
    );
  }
  const fits = isStaff(session.userRole) === (audience === "staff");
  return fits ? <Outlet /> : <Navigate to={homePathOf(session.userRole)} replace />;
}
