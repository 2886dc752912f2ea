import { t } from "@gavelyard/messages/text";
import type { ReactNode } from "react";
import { useSession } from "../session/session.ts";
import { useHydrated } from "../ui/page/use-hydrated.ts";

/** What we do, for visitors; what needs them now, for customers. */
export function HeroWords({ needs }: { needs: (userId: number) => ReactNode }) {
  const session = useSession();
  const isLive = useHydrated();
  const isCustomer = session?.userRole === "ROLE_CUSTOMER";
  return (
    <>
      {isLive && isCustomer ? null : (
        <p className={`mt-3 max-w-md text-lg ${isLive ? "" : "early-visitor"}`}>
          {t(
            "Inspected tractors, trucks, trailers and equipment from yards across the US. Bid live from any phone or computer.",
          )}
        </p>
      )}
      {isLive && !isCustomer ? null : (
        // As high as two lines of what needs them, so that nothing moves.
        <div className={`mt-3 min-h-24 ${isLive ? "" : "early-customer"}`}>
          {isCustomer ? needs(session.userId) : null}
        </div>
      )}
    </>
  );
}
