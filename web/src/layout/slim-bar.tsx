import { useSession } from "../session/session.ts";
import { AccountLinks, MainNav } from "./bar-parts.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { Logo } from "../site/logo.tsx";
import { NotificationBell } from "../notifications/notification-bell.tsx";
import { PaletteButton } from "./palette-button.tsx";

/**
 * Navigation on `/vehicles` above 900 px, where the navigation bar is hidden: one line that scrolls
 * away with the page (`docs/decisions/0017-header-modes.md`).
 */
export function SlimBar() {
  const session = useSession();
  return (
    <header className="hidden bg-asphalt text-on-asphalt min-[901px]:block print:hidden">
      <div className="mx-auto flex max-w-7xl items-center gap-1 whitespace-nowrap px-2 py-1 lg:px-4 xl:gap-2">
        <Logo word="max-xl:sr-only" />
        <MainNav session={session} className="flex" />
        <div className="ml-auto flex min-w-0 items-center xl:gap-2">
          <LanguageSwitch className="bar-button px-2 font-semibold no-underline" />
          <PaletteButton />
          <AccountLinks session={session} />
          <NotificationBell />
        </div>
      </div>
    </header>
  );
}
