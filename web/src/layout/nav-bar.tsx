import { Bookmark, MapPin, Menu, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { useSession } from "../session/session.ts";
import { LinkButton } from "../ui/button.tsx";
import { Logo } from "./logo.tsx";
import { mainLinks } from "./main-links.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { NotificationBell } from "./notification-bell.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import { useDismiss } from "./use-dismiss.ts";

/** Past this the bar takes its other style, in px (section 9). */
const SCROLL_PX = 50;

const linkStyle = ({ isActive }: { isActive: boolean }) =>
  `flex min-h-11 items-center border-b-2 px-3 font-semibold text-on-asphalt no-underline ${isActive ? "border-amber" : "border-transparent hover:border-line"}`;

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
  const bar = useRef<HTMLElement>(null);
  useDismiss(menuOpen, () => setMenuOpen(false), bar);
  return (
    <header
      ref={bar}
      data-scrolled={scrolled}
      className={`print:hidden sticky top-0 z-30 bg-asphalt text-on-asphalt transition-shadow data-[scrolled=true]:shadow-lg ${pathname === "/vehicles" ? "min-[901px]:hidden" : ""}`}
    >
      <div
        className={`mx-auto flex max-w-7xl items-center gap-4 px-4 transition-[padding] ${scrolled ? "py-1" : "py-2"}`}
      >
        <Logo />
        <nav aria-label="Main" className="ml-4 hidden gap-1 lg:flex">
          {mainLinks.map((link) =>
            "signedIn" in link && session === null ? null : (
              <NavLink key={link.to} to={link.to} className={linkStyle}>
                {link.label}
              </NavLink>
            ),
          )}
        </nav>
        <div className="ml-auto hidden items-center gap-2 lg:flex">
          <span className="flex items-center gap-1 text-sm text-on-asphalt">
            <MapPin aria-hidden className="size-4" /> USA
          </span>
          <LinkButton
            to="/watchlist"
            tone="quiet"
            className="text-on-asphalt hover:bg-asphalt-soft"
          >
            <Bookmark aria-hidden className="size-4" /> Watch List
          </LinkButton>
          {session === null ? (
            <>
              <LinkButton
                to="/register"
                tone="quiet"
                className="text-on-asphalt hover:bg-asphalt-soft"
              >
                Register
              </LinkButton>
              <LinkButton to="/signin" tone="primary">
                Sign In
              </LinkButton>
            </>
          ) : (
            <ProfileMenu session={session} />
          )}
        </div>
        <div className="ml-auto lg:ml-0">
          <NotificationBell />
        </div>
        <button
          type="button"
          className="-ml-3 grid size-11 place-items-center rounded-md lg:hidden"
          aria-expanded={menuOpen}
          aria-label={menuOpen ? "Close menu" : "Open menu"}
          onClick={() => setMenuOpen(!menuOpen)}
        >
          {menuOpen ? <X aria-hidden /> : <Menu aria-hidden />}
        </button>
      </div>
      {menuOpen ? <MobileMenu session={session} /> : null}
    </header>
  );
}
