import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ComponentType } from "react";
import { useCall } from "../api/api-context.ts";
import { attemptBy } from "../api/browser-client.ts";
import { orConfirm } from "../session/confirm-again.tsx";
import { Head } from "../layout/head.tsx";
import { useSession } from "../session/session.ts";
import { Skeleton } from "../ui/states.tsx";
import { useAddress } from "../ui/use-address.ts";
import { factorsQuery } from "../users/api.ts";
import { FactorNotice } from "../users/factor-notice.tsx";
import { ProfileTab } from "../users/profile-tab.tsx";
import { StaffNav } from "./staff-nav.tsx";
import { staffTabOf, type StaffTab } from "./staff-tabs.ts";

attemptBy(orConfirm);

const SetUpFactor = lazy(() => import("../users/set-up-factor.tsx"));

/** Parts of the admin dashboard, each loaded when it is first opened. */
const parts: Readonly<Record<StaffTab, ComponentType<{ admin: boolean }>>> = {
  work: lazy(() => import("../office/work-tab.tsx")),
  confirmations: lazy(() => import("../office/confirmations-tab.tsx")),
  inventory: lazy(() => import("../inventory/stock/stock-tab.tsx")),
  auctions: lazy(() => import("../auctions/auctions-tab.tsx")),
  control: lazy(() => import("../control/control-tab.tsx")),
  winners: lazy(() => import("../payments/winners-tab.tsx")),
  payments: lazy(() => import("../payments/payments-tab.tsx")),
  users: lazy(() => import("../users/users-tab.tsx")),
  limits: lazy(() => import("../bid-limits/review-tab.tsx")),
  finance: lazy(() => import("../finance/pipeline-tab.tsx")),
  leads: lazy(() => import("../enquiries/enquiries-tab.tsx")),
  settings: lazy(() => import("./settings-page.tsx")),
  stats: lazy(() => import("../office/stats-tab.tsx")),
  audit: lazy(() => import("../office/audit-tab.tsx")),
  security: lazy(() => import("../security/security-tab.tsx")),
  signals: lazy(() => import("../signals/signals-tab.tsx")),
  profile: () => <ProfileTab keys={null} />,
};

/**
 * The admin dashboard (section 2). It starts with the work queue; `tab` in the address selects a
 * part. Staff who need a second factor must set it up first (D45).
 */
export function Component() {
  const session = useSession();
  const tab = staffTabOf(useAddress().get("tab"));
  const factors = useQuery(factorsQuery(useCall())).data;
  // Stays true until the user continues, so that the recovery codes remain visible.
  const [settingUp, setSettingUp] = useState(false);
  if (factors?.need === "now" && !settingUp) setSettingUp(true);
  if (session === null) return null;
  if (settingUp) {
    return (
      <Suspense fallback={<Skeleton className="h-96" />}>
        <SetUpFactor isDone={factors?.need !== "now"} onDone={() => setSettingUp(false)} />
      </Suspense>
    );
  }
  const Part = parts[tab.value];
  const admin = session.userRole === "ROLE_ADMIN";
  return (
    <>
      <Head title="Staff | Gavelyard" description="Staff | Gavelyard" indexed={false} />
      <div className="grid gap-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <StaffNav chosen={tab.value} admin={admin} />
        <div className="min-w-0">
          {factors?.need === "later" ? <FactorNotice neededFrom={factors.neededFrom} /> : null}
          <h1 className="mb-4">{tab.title}</h1>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <Part key={tab.value} admin={admin} />
          </Suspense>
        </div>
      </div>
    </>
  );
}
