import { t } from "@gavelyard/messages/text";
import { homePathOf } from "@gavelyard/domain/users/roles";
import { MapPin } from "lucide-react";
import { useReturn } from "../session/return-to.ts";
import type { Session } from "../session/session.ts";
import { useSignOut } from "../sign-in/use-sign-out.ts";
import { Avatar } from "../site/avatar.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { mainLinks } from "./main-links.ts";
import { Link } from "../ui/page/router.tsx";

const item =
  "flex min-h-12 w-full items-center border-t border-asphalt-soft px-4 font-semibold text-on-asphalt no-underline";

/**
 * Navigation for small screens (section 2). It overlays the page, since a scroll would close it.
 */
export function MobileMenu({ session }: { session: Session | null }) {
  const signOut = useSignOut();
  const { onTheWay } = useReturn();
  const home = session === null ? "/" : homePathOf(session.userRole);
  return (
    <nav
      aria-label={t("Main")}
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain border-t border-asphalt-soft bg-asphalt pb-2 shadow-lg lg:hidden"
    >
      <div className="flex items-center gap-3 px-4 py-3">
        <Avatar name={session?.name ?? "Guest User"} size={64} />
        <span>{session?.name ?? t("Guest User")}</span>
      </div>
      {mainLinks.map((link) =>
        "signedIn" in link && session === null ? null : (
          <Link key={link.to} to={link.to} className={item}>
            {link.label}
          </Link>
        ),
      )}
      {session === null ? (
        <>
          <Link to="/watchlist" className={item}>
            {t("Watch List")}
          </Link>
          <Link to={onTheWay("/register")} className={item}>
            {t("Register")}
          </Link>
          <Link to={onTheWay("/signin")} className={item}>
            {t("Sign In")}
          </Link>
        </>
      ) : (
        <>
          <Link to={home} className={item}>
            {t("Dashboard")}
          </Link>
          <Link to={`${home}?tab=profile`} className={item}>
            {t("My Profile")}
          </Link>
          <Link to="/watchlist" className={item}>
            {t("My Watchlist")}
          </Link>
          <button type="button" className={item} onClick={signOut}>
            {t("Logout")}
          </button>
        </>
      )}
      <LanguageSwitch className={`${item} gap-2`} />
      <p className={`${item} gap-2`}>
        <MapPin aria-hidden className="size-4" /> {t("USA")}
      </p>
    </nav>
  );
}
