import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { Avatar } from "../site/avatar.tsx";
import { showOverlay } from "../shortcuts/overlay.ts";
import { ShortcutsSwitch } from "../shortcuts/shortcuts-switch.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { profileQuery } from "./api.ts";
import { FactorsCard } from "./factors-card.tsx";
import { LeaveCard } from "./leave-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PreferencesCard } from "./preferences-card.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SecurityCard } from "./security-card.tsx";
import { SignInsCard } from "./sign-ins-card.tsx";

/** The signed-in user's own data and settings (`tab=profile`, section 2). */
export function ProfileTab({
  keys,
  bidding = null,
  papers = null,
}: {
  keys: ReactNode;
  bidding?: ReactNode;
  papers?: ReactNode;
}) {
  const query = useQuery(profileQuery(useCall()));
  return (
    <Read query={query} failure={t("Couldn't load your profile.")}>
      {(profile) => (
        <div className="grid gap-6 lg:grid-cols-2">
          <div className="grid content-start gap-6">
            <div className="flex items-center gap-4">
              <Avatar name={profile.name} className="size-16" />
              <div className="min-w-0">
                <p className="text-lg font-bold">{profile.name}</p>
                <p className="text-soft [overflow-wrap:anywhere]">{profile.email}</p>
              </div>
            </div>
            <ProfileForm profile={profile} />
            {profile.userRole === "ROLE_CUSTOMER" ? <PreferencesCard profile={profile} /> : null}
            {bidding}
            {papers}
            <Card title={t("Keyboard shortcuts")}>
              <ShortcutsSwitch />
              <Button className="mt-3" onClick={() => showOverlay("shortcuts")}>
                {t("Show keyboard shortcuts")}
              </Button>
            </Card>
          </div>
          <div className="grid content-start gap-6">
            <PasswordCard userId={profile.id} />
            <FactorsCard />
            <SecurityCard />
            <SignInsCard />
            {keys}
            <LeaveCard customer={profile.userRole === "ROLE_CUSTOMER"} />
          </div>
        </div>
      )}
    </Read>
  );
}
