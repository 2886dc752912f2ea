import { lazy, Suspense, type ComponentType } from "react";
import { attemptBy } from "../api/browser-client.ts";
import { orConfirm } from "../session/confirm-again.tsx";
import { Head } from "../layout/head.tsx";
import { useSession } from "../session/session.ts";
import { Skeleton } from "../ui/states.tsx";
import { useAddress } from "../ui/use-address.ts";
import { ProfileTab } from "../users/profile-tab.tsx";
import { StaffNav } from "./staff-nav.tsx";
import { staffTabOf, type StaffTab } from "./staff-tabs.ts";

attemptBy(orConfirm);

/** Each part of the staff's side is loaded when it is first opened. */
const parts: Readonly<Record<StaffTab, ComponentType<{ admin: boolean }>>> = {
  work: lazy(() => import("../office/work-tab.tsx")),
  inventory: lazy(() => import("../inventory/stock/stock-tab.tsx")),
  auctions: lazy(() => import("../auctions/auctions-tab.tsx")),
  control: lazy(() => import("../control/control-tab.tsx")),
  winners: lazy(() => import("../payments/winners-tab.tsx")),
  payments: lazy(() => import("../payments/payments-tab.tsx")),
  users: lazy(() => import("../users/users-tab.tsx")),
  limits: lazy(() => import("../bid-limits/review-tab.tsx")),
  finance: lazy(() => import("../finance/pipeline-tab.tsx")),
  leads: lazy(() => import("../enquiries/enquiries-tab.tsx")),
  settings: lazy(() => import("../settings/settings-tab.tsx")),
  stats: lazy(() => import("../office/stats-tab.tsx")),
  audit: lazy(() => import("../office/audit-tab.tsx")),
  signals: lazy(() => import("../signals/signals-tab.tsx")),
  profile: ProfileTab,
};

/** The staff's side (section 2): a work queue first, then everything by its name in the address. */
export function Component() {
  const session = useSession();
  const tab = staffTabOf(useAddress().get("tab"));
  if (session === null) return null;
  const Part = parts[tab.value];
  const admin = session.userRole === "ROLE_ADMIN";
  return (
    <>
      <Head title="Staff | Gavelyard" description="Staff | Gavelyard" indexed={false} />
      <div className="grid gap-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <StaffNav chosen={tab.value} admin={admin} />
        <div className="min-w-0">
          <h1 className="mb-4">{tab.title}</h1>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <Part key={tab.value} admin={admin} />
          </Suspense>
        </div>
      </div>
    </>
  );
}
