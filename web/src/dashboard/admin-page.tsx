import { t, say } from "@gavelyard/messages/text";
import { permissionNames, type Permission } from "@gavelyard/domain/users/permissions";
import { useQuery } from "@tanstack/react-query";
import { useState, type ComponentType } from "react";
import { useCall } from "../api/api-context.ts";
import { wrapCalls } from "../api/browser-client.ts";
import { orConfirm } from "../sign-in/confirm-again.tsx";
import { Head } from "../site/head.tsx";
import { Read } from "../api/read.tsx";
import { useSession } from "../session/session.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, Skeleton } from "../ui/states.tsx";
import { useAddress } from "../ui/page/use-address.ts";
import { factorsQuery, profileQuery } from "../account/api.ts";
import { FactorNotice } from "../account/factor-notice.tsx";
import { ProfileTab } from "../account/profile-tab.tsx";
import { StaffNav } from "./staff-nav.tsx";
import { firstTab, missingFor, type StaffTab } from "./staff-tabs.ts";
import { isQueue } from "../work-queue/queue-tabs.ts";
import { later } from "../ui/later.tsx";
import { useDensity } from "../ui/list/density.ts";

wrapCalls(orConfirm);

const SetUpFactor = later(
  () => import("../account/set-up-factor.tsx"),
  <Skeleton className="h-96" />,
);

const WorkBar = later(() => import("../work-queue/work-bar.tsx"));

const tabPart = (load: Parameters<typeof later<{ admin: boolean }>>[0]) =>
  later(load, <Skeleton className="h-96" />);

/** Parts of the admin dashboard, each loaded when it is first opened. */
const parts: Readonly<Record<StaffTab, ComponentType<{ admin: boolean }>>> = {
  work: tabPart(() => import("../work-queue/work-tab.tsx")),
  confirmations: tabPart(() => import("../proposals/confirmations-tab.tsx")),
  inventory: tabPart(() => import("../inventory/stock/stock-tab.tsx")),
  questions: tabPart(() => import("../inventory/questions/questions-tab.tsx")),
  auctions: tabPart(() => import("../auctions/auctions-tab.tsx")),
  control: tabPart(() => import("../auctions/control/control-tab.tsx")),
  winners: tabPart(() => import("../sales/winners-tab.tsx")),
  payments: tabPart(() => import("./payments-page.tsx")),
  gate: tabPart(() => import("../sales/gate-tab.tsx")),
  titles: tabPart(() => import("../titles/titles-tab.tsx")),
  sellers: tabPart(() => import("../sellers/sellers-tab.tsx")),
  users: tabPart(() => import("../users/users-tab.tsx")),
  limits: tabPart(() => import("../bid-limits/review-tab.tsx")),
  finance: tabPart(() => import("../finance/pipeline-tab.tsx")),
  leads: tabPart(() => import("../enquiries/enquiries-tab.tsx")),
  settings: tabPart(() => import("./settings-page.tsx")),
  stats: tabPart(() => import("../reports/stats-tab.tsx")),
  audit: tabPart(() => import("../audit-log/audit-tab.tsx")),
  security: tabPart(() => import("../audit-log/security-tab.tsx")),
  signals: tabPart(() => import("../shill-signals/signals-tab.tsx")),
  profile: () => <ProfileTab keys={null} />,
};

/**
 * The admin dashboard (section 2). It starts with the work queue; `tab` in the address selects a
 * part, which may need a permission (D57). Staff who need a second factor must set it up first
 * (D45).
 */
export function Component() {
  const session = useSession();
  const density = useDensity();
  const address = useAddress();
  const profile = useQuery(profileQuery(useCall()));
  const tab = firstTab(address.get("tab"), profile.data?.permissions ?? []);
  const factors = useQuery(factorsQuery(useCall())).data;
  // Stays true until the user continues, so that the recovery codes remain visible.
  const [settingUp, setSettingUp] = useState(false);
  if (factors?.need === "now" && !settingUp) setSettingUp(true);
  if (session === null) return null;
  if (settingUp) {
    return <SetUpFactor isDone={factors?.need !== "now"} onDone={() => setSettingUp(false)} />;
  }
  const Part = parts[tab.value];
  const queue = address.get("queue");
  const admin = session.userRole === "ROLE_ADMIN";
  return (
    <>
      <Head title={t("Staff | Gavelyard")} description={t("Staff | Gavelyard")} indexed={false} />
      <div data-density={density} className="staff grid gap-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        {profile.isPending ? (
          <Skeleton className="h-24 lg:h-96" />
        ) : (
          <StaffNav chosen={tab} viewer={{ admin, permissions: profile.data?.permissions ?? [] }} />
        )}
        <div className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h1>{tab.title}</h1>
            {factors?.need === "later" ? <FactorNotice neededFrom={factors.neededFrom} /> : null}
            {isQueue(queue) ? <WorkBar key={queue} queue={queue} /> : null}
          </div>
          <Read query={profile} failure={t("Couldn't load your account.")} className="h-96">
            {({ permissions }) => {
              const missing = missingFor(address, permissions);
              return missing === null ? (
                <Part key={tab.value} admin={admin} />
              ) : (
                <NoPermission missing={missing} />
              );
            }}
          </Read>
        </div>
      </div>
    </>
  );
}

function NoPermission({ missing }: { missing: Permission }) {
  return (
    <EmptyState title={t("You can't open this page")}>
      <p className="mb-3">
        {t("You need the {missing} permission. Ask an administrator.", {
          missing: say(permissionNames[missing]),
        })}
      </p>
      <LinkButton to="?tab=work">{t("Open the work queue")}</LinkButton>
    </EmptyState>
  );
}
