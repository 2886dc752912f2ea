import { t } from "@gavelyard/messages/text";
import { homePathOf } from "@gavelyard/domain/users/roles";
import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import type { Session } from "../session/session.ts";
import { useSignOut } from "../sign-in/use-sign-out.ts";
import { Avatar } from "../site/avatar.tsx";
import { useDismiss } from "../ui/overlay/use-dismiss.ts";
import { Link } from "../ui/page/router.tsx";

const item =
  "flex min-h-11 w-full items-center px-4 text-left text-ink no-underline hover:bg-sunken";

/** The user's menu; it closes on route change, outside click, scroll and Escape (section 2). */
export function ProfileMenu({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const signOut = useSignOut();
  useDismiss(open, () => setOpen(false), root);
  const home = homePathOf(session.userRole);
  return (
    <div ref={root} className="relative min-w-0">
      <button
        type="button"
        aria-expanded={open}
        aria-haspopup="true"
        className="flex min-h-11 max-w-full items-center gap-2 rounded-md px-2 text-on-asphalt hover:bg-asphalt-soft"
        onClick={() => setOpen(!open)}
      >
        <Avatar name={session.name} />
        <span className="max-w-40 truncate max-xl:sr-only">{session.name}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0" />
      </button>
      {open ? (
        <div className="absolute right-0 top-full z-30 mt-1 w-56 overflow-hidden rounded-lg border border-line bg-sheet py-1 shadow-lg">
          <Link className={item} to={home}>
            {t("Dashboard")}
          </Link>
          <Link className={item} to={`${home}?tab=profile`}>
            {t("My Profile")}
          </Link>
          {session.userRole === "ROLE_CUSTOMER" ? (
            <Link className={item} to="/watchlist">
              {t("My Watch List")}
            </Link>
          ) : null}
          <button type="button" className={item} onClick={signOut}>
            {t("Sign Out")}
          </button>
        </div>
      ) : null}
    </div>
  );
}
