import { t } from "@gavelyard/messages/text";
import { Bookmark } from "lucide-react";
import type { Session } from "../session/session.ts";
import { LinkButton } from "../ui/button.tsx";
import { useReturn } from "../session/return-to.ts";
import { mainLinks } from "./main-links.ts";
import { later } from "../ui/later.tsx";
import { Link, useLocation } from "../ui/page/router.tsx";

/** Lazy, since visitors don't need it. */
const ProfileMenu = later(async () => ({
  default: (await import("./profile-menu.tsx")).ProfileMenu,
}));

export function MainNav({ session, className }: { session: Session | null; className: string }) {
  const { pathname } = useLocation();
  const isWithin = (to: string) => pathname === to || pathname.startsWith(`${to}/`);
  return (
    <nav aria-label={t("Main")} className={`xl:gap-1 ${className}`}>
      {mainLinks.map((link) =>
        "signedIn" in link && session === null ? null : (
          <Link
            key={link.to}
            to={link.to}
            aria-current={isWithin(link.to) ? "page" : undefined}
            className="bar-link"
          >
            {link.label}
          </Link>
        ),
      )}
    </nav>
  );
}

export function AccountLinks({ session }: { session: Session | null }) {
  const { onTheWay } = useReturn();
  const quiet = "px-2 text-on-asphalt hover:bg-asphalt-soft";
  return (
    <>
      <LinkButton to="/watchlist" tone="quiet" className={quiet}>
        <Bookmark aria-hidden className="size-4 max-xl:hidden" />
        {t("Watch List")}
      </LinkButton>
      {session === null ? (
        <>
          <LinkButton to={onTheWay("/register")} tone="quiet" className={quiet}>
            {t("Register")}
          </LinkButton>
          <LinkButton to={onTheWay("/signin")} tone="primary" className="max-xl:px-3">
            {t("Sign In")}
          </LinkButton>
        </>
      ) : (
        <ProfileMenu session={session} />
      )}
    </>
  );
}
