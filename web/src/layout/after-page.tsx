import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { isStaff } from "@gavelyard/domain/users/roles";
import { useEffect } from "react";
import { useSession } from "../session/session.ts";
import { toast } from "../ui/toast-store.ts";
import { later } from "../ui/later.tsx";
import { Toasts } from "../ui/overlay/toasts.tsx";
import { useAuctionStatusChecks } from "../auctions/use-auction-status.ts";
import { useBannerMotion } from "./use-banner-motion.ts";
import { useCompared } from "../inventory/browse/compare-store.ts";
import { UserEvents } from "../notifications/user-events.tsx";

const CompareBar = later(() => import("../inventory/browse/compare-bar.tsx"));
const YardUploads = later(() => import("../inventory/yard/yard-uploads.tsx"));
const Keys = later(() => import("../palette/keys.tsx"));

/** Parts of every page that load once it responds to taps. */
export default function AfterPage() {
  const session = useSession();
  useAuctionStatusChecks();
  useBannerMotion();
  useEffect(() => {
    // A page that a reload would take away says that there is a newer version (D79).
    const tell = () =>
      toast({
        type: "info",
        title: t("Gavelyard was updated. Reload the page when you're done."),
        duration: 0,
      });
    if (window.isOutdated === true) tell();
    window.addEventListener("outdated", tell, { once: true });
    return () => window.removeEventListener("outdated", tell);
  }, []);
  useEffect(() => {
    unawaited(import("./report-speed.ts").then(({ reportSpeed }) => reportSpeed()));
  }, []);
  const isComparing = useCompared().length > 0;
  return (
    <>
      {session === null ? null : <UserEvents session={session} />}
      {session !== null && isStaff(session.userRole) ? <YardUploads key={session.userId} /> : null}
      {isComparing ? <CompareBar /> : null}
      <Toasts />
      <Keys />
    </>
  );
}
