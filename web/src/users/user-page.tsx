import type { UserForStaff } from "@gavelyard/contract/users/users";
import { isStaff } from "@gavelyard/domain/users/roles";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { useCall } from "../api/api-context.ts";
import { limitQuery } from "../bid-limits/api.ts";
import { ownBidsQuery } from "../bidding/api.ts";
import { browserZone } from "../clock.ts";
import { winningsQuery } from "../sales/api.ts";
import { Read } from "../api/read.tsx";
import { useSession } from "../session/session.ts";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Facts } from "../ui/card.tsx";
import { ActionButton } from "../api/action-button.tsx";
import { count, money, words } from "../ui/text/format.ts";
import { PhoneLink } from "../ui/text/phone-link.tsx";
import { useAddress } from "../ui/page/use-address.ts";
import { usePermissions } from "../account/api.ts";
import { userForStaffQuery } from "./api.ts";
import { PermissionsForm } from "./permissions-form.tsx";
import { UserActions } from "./user-actions.tsx";
import { UserDocuments } from "./user-documents.tsx";
import { UserNotes } from "./user-notes.tsx";
import { UserSessions } from "./user-sessions.tsx";
import { UserTimeline } from "./user-timeline.tsx";
import { Link } from "../ui/page/router.tsx";

/** A person as staff see them: who they are, and everything between them and the house. */
export function UserPage({ userId, admin }: { userId: number; admin: boolean }) {
  const query = useQuery(userForStaffQuery(useCall(), userId));
  const permissions = usePermissions();
  const address = useAddress();
  return (
    <>
      <LinkButton to={address.to({ user: null, part: null })} className="mb-4">
        <ArrowLeft aria-hidden className="size-4" /> {t("All users")}
      </LinkButton>
      <Read query={query} failure={t("We couldn't load this user")} className="h-96">
        {(user) => {
          const isCustomer = user.userRole === "ROLE_CUSTOMER";
          return (
            <>
              <h2 className="wrap-anywhere">{user.name}</h2>
              <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
                <Badge tone={user.status === "ACTIVE" ? "winning" : "outbid"}>
                  {words(user.status)}
                </Badge>
                {user.statusReason === null || user.statusReason === "" ? null : (
                  <span>{user.statusReason}</span>
                )}
                <span className="wrap-anywhere">{user.email}</span>
                {user.phoneNumber === null ? null : (
                  <PhoneLink
                    phone={user.phoneNumber}
                    className="inline-flex min-h-11 items-center"
                  />
                )}
              </p>
              <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
                <div className="grid gap-6">
                  <UserTimeline userId={user.id} />
                  {isCustomer ? <Customer userId={user.id} /> : null}
                </div>
                <div className="grid gap-6">
                  <UserNotes user={user} admin={admin} />
                  <UserFacts user={user} />
                  {admin && user.userRole !== "ROLE_ADMIN" ? <UserActions user={user} /> : null}
                  {user.openedBy === null ? null : (
                    <Opener user={user} openedBy={user.openedBy} admin={admin} />
                  )}
                  {isStaff(user.userRole) ? <PermissionsForm user={user} admin={admin} /> : null}
                  {permissions.includes("documents") ? <UserDocuments userId={user.id} /> : null}
                  {admin || isCustomer ? <UserSessions user={user} admin={admin} /> : null}
                </div>
              </div>
            </>
          );
        }}
      </Read>
    </>
  );
}

function UserFacts({ user }: { user: UserForStaff }) {
  const zone = browserZone();
  const { address } = user;
  return (
    <div>
      <Facts
        rows={[
          [t("User number"), String(user.id), "figures"],
          [t("Company"), user.companyName ?? t("None given")],
          [
            t("Address"),
            address === null
              ? t("None given")
              : `${address.street}, ${address.city}, ${address.state} ${address.zip}`,
          ],
          [t("Since"), formatDateTime(user.createdAt, zone)],
          [t("Last sign-in"), formatDateTime(user.lastLoginAt, zone)],
          [t("Signed in on"), plural(user.sessions, "{n} device", "{n} devices")],
          [t("Second factor"), user.secondFactor ? t("On") : t("Off")],
          ...(user.userRole === "ROLE_CUSTOMER"
            ? ([
                [t("Bids"), count(user.bidCount), "figures"],
                [t("High bids"), count(user.lotsLed), "figures"],
                [t("Wins"), count(user.awards), "figures"],
                [t("Unpaid wins"), count(user.unpaidAwards), "figures"],
              ] as const)
            : []),
        ]}
      />
    </div>
  );
}

/** Who opened an account on staff; another administrator can vouch for it (D38). */
function Opener({
  user,
  openedBy,
  admin,
}: {
  user: UserForStaff;
  openedBy: NonNullable<UserForStaff["openedBy"]>;
  admin: boolean;
}) {
  const me = useSession()?.userId;
  return (
    <section aria-label={t("Opened by")} className="grid gap-2">
      <h3 className="font-bold">{t("Opened by {name}", openedBy)}</h3>
      <p className="text-soft">
        {t(
          "Until another administrator vouches for this account, it counts as {name}'s own: neither can confirm what the other proposes.",
          openedBy,
        )}
      </p>
      {admin && me !== openedBy.id && user.status !== "CLOSED" ? (
        <ActionButton
          label={t("Vouch for account")}
          title={t("Vouch for {name}'s account?", { name: user.name })}
          confirmLabel={t("Vouch for account")}
          act={(call) => call("vouchForUser", { params: { id: String(user.id) } })}
          done={t("You vouched for {name}", { name: user.name })}
          failed={t("Couldn't record that you vouch for this account.")}
          refresh={[["staff"]]}
        >
          {t(
            "Only do this if you know {name} and that nobody else uses the account. The audit log names you.",
            { name: user.name },
          )}
        </ActionButton>
      ) : null}
    </section>
  );
}

const SHOWN_BIDS = 20;

function Customer({ userId }: { userId: number }) {
  const call = useCall();
  const zone = browserZone();
  const limit = useQuery(limitQuery(call, userId));
  const wins = useQuery(winningsQuery(call, userId));
  const bids = useQuery(ownBidsQuery(call, userId));
  const showsBids = useAddress().get("part") === "bids";
  const list = useRef<HTMLElement>(null);
  const settled = !limit.isPending && !wins.isPending && !bids.isPending;
  useEffect(() => {
    // Wait until the content above has loaded and has its final height.
    if (showsBids && settled) list.current?.focus();
  }, [showsBids, settled]);
  return (
    <>
      <section aria-label={t("Bid limit")}>
        <h3 className="mb-1 font-bold">{t("Bid limit")}</h3>
        <Read query={limit} failure={t("Couldn't load the limit.")} className="h-20">
          {(held) => (
            <Facts
              rows={[
                [t("Limit"), money(held.limit), "figures"],
                [t("Used"), money(held.used), "figures"],
                [t("Available"), money(held.available), "figures"],
                ...held.holds.map(
                  (hold) =>
                    [`${words(hold.kind)}: ${hold.name}`, money(hold.amount), "figures"] as const,
                ),
              ]}
            />
          )}
        </Read>
      </section>
      <section aria-label={t("Wins")}>
        <h3 className="mb-1 font-bold">{t("Wins")}</h3>
        <Read query={wins} failure={t("Couldn't load the wins.")} className="h-20">
          {(won) =>
            won.length === 0 ? (
              <p className="text-soft">{t("No wins yet")}</p>
            ) : (
              <ul>
                {won.map((win) => (
                  <li
                    key={win.awardId}
                    className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2"
                  >
                    <Link to={`?tab=winners&auction=${win.auctionId}`}>{win.inventory.name}</Link>
                    <span className="figures">
                      {money(win.hammerPrice)}, {words(win.status)}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Read>
      </section>
      <section ref={list} tabIndex={-1} aria-label={t("Bids")}>
        <h3 className="mb-1 font-bold">{t("Recent bids")}</h3>
        <Read query={bids} failure={t("Couldn't load the bids.")} className="h-20">
          {(all) =>
            all.length === 0 ? (
              <p className="text-soft">{t("No bids yet")}</p>
            ) : (
              <ul>
                {all.slice(0, SHOWN_BIDS).map((bid) => (
                  <li
                    key={bid.id}
                    className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 text-sm"
                  >
                    <Link to={`/truck/${bid.inventoryId}`}>{bid.inventory.name}</Link>
                    <span className="figures">
                      {money(bid.amount)}, {words(bid.status)}, {formatDateTime(bid.placedAt, zone)}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Read>
      </section>
    </>
  );
}
