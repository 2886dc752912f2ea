import { t } from "@gavelyard/messages/text";
import { LogOut } from "lucide-react";
import { PaletteButton } from "./palette-button.tsx";
import { useSession } from "../session/session.ts";
import { useSignOut } from "../sign-in/use-sign-out.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { Logo } from "../site/logo.tsx";
import { NotificationBell } from "../notifications/notification-bell.tsx";

export function DashboardBar() {
  const session = useSession();
  const signOut = useSignOut();
  const quiet = "text-on-asphalt hover:bg-asphalt-soft";
  return (
    <header className="bg-asphalt text-on-asphalt">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-1 px-4 py-2 sm:gap-2">
        <Logo word="max-sm:sr-only" />
        <span className="ml-auto" />
        <LinkButton to="/vehicles" tone="quiet" className={`${quiet} px-2 sm:px-4`}>
          {t("Vehicles")}
        </LinkButton>
        <LanguageSwitch className="bar-button px-2 font-semibold no-underline" />
        <PaletteButton wide />
        <NotificationBell />
        {/* Keeps its place until the session is known, so that nothing moves under a finger. */}
        <Button
          tone="quiet"
          className={`${quiet} px-2 sm:px-4 ${session === null ? "invisible" : ""}`}
          onClick={signOut}
        >
          <LogOut aria-hidden className="size-5 sm:hidden" />
          <span className="sr-only sm:not-sr-only">{t("Sign Out")}</span>
        </Button>
      </div>
    </header>
  );
}
