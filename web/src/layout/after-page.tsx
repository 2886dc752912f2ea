import { useSession } from "../session/session.ts";
import { later } from "../ui/later.tsx";
import { Toasts } from "../ui/overlay/toasts.tsx";
import { useAuctionStatusChecks } from "../auctions/use-auction-status.ts";
import { UserEvents } from "../notifications/user-events.tsx";

const Keys = later(() => import("../palette/keys.tsx"));

/** Parts of every page that load once it responds to taps. */
export default function AfterPage() {
  const session = useSession();
  useAuctionStatusChecks();
  return (
    <>
      {session === null ? null : <UserEvents session={session} />}
      <Toasts />
      <Keys />
    </>
  );
}
