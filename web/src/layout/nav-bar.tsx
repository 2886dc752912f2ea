import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { MapPin, Menu, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSession } from "../session/session.ts";
import { AccountLinks, MainNav } from "./bar-parts.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { Logo } from "../site/logo.tsx";
import { NotificationBell } from "../notifications/notification-bell.tsx";
import { PaletteButton } from "./palette-button.tsx";
import { useDismiss } from "../ui/overlay/use-dismiss.ts";
import { later, loadPart } from "../ui/later.tsx";
import { useLocation } from "../ui/page/router.tsx";

const loadMenu = () => loadPart(() => import("./mobile-menu.tsx"));
/** Loaded right after hydration, so that it is ready for the first tap and without a network. */
const MobileMenu = later(async () => ({ default: (await loadMenu()).MobileMenu }));

/** Scroll position in px from which the bar has its other style (section 9). */
const SCROLL_PX = 50;

/** The navigation bar of section 2. */
export function NavBar() {
  const session = useSession();
  const { pathname } = useLocation();
  const [scrolled, setScrolled] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  useEffect(() => {
    const onScroll = () => setScrolled(window.scrollY > SCROLL_PX);
    onScroll();
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => unawaited(loadMenu()));
    return () => clearTimeout(timer);
  }, []);
  const bar = useRef<HTMLElement>(null);
  useDismiss(menuOpen, () => setMenuOpen(false), bar);
  return (
    <header
      ref={bar}
      data-scrolled={scrolled}
      // The height never changes: that would move the page and with it the scroll position.
      className={`print:hidden sticky top-0 z-30 bg-asphalt text-on-asphalt transition-shadow data-[scrolled=true]:shadow-[0_2px_0_var(--amber)] ${pathname === "/vehicles" ? "min-[901px]:hidden" : ""}`}
    >
      <div className="mx-auto flex max-w-7xl items-center gap-2 whitespace-nowrap px-4 py-2">
        <Logo word="lg:max-xl:sr-only" />
        <MainNav session={session} className="hidden lg:flex" />
        <div className="ml-auto hidden min-w-0 items-center lg:flex xl:gap-2">
          <span className="flex items-center gap-1 text-sm text-on-asphalt">
            <MapPin aria-hidden className="size-4 max-xl:hidden" /> {t("USA")}
          </span>
          <LanguageSwitch className="inline-flex min-h-11 items-center gap-1 px-2 text-on-asphalt" />
          <AccountLinks session={session} />
        </div>
        <div className="ml-auto flex lg:ml-0">
          <PaletteButton />
          <NotificationBell />
        </div>
        <button
          type="button"
          className="-ml-3 grid size-11 place-items-center rounded-md lg:hidden"
          aria-expanded={menuOpen}
          aria-label={menuOpen ? t("Close menu") : t("Open menu")}
          onClick={() => setMenuOpen(!menuOpen)}
        >
          {menuOpen ? <X aria-hidden /> : <Menu aria-hidden />}
        </button>
      </div>
      {menuOpen ? <MobileMenu session={session} /> : null}
    </header>
  );
}
