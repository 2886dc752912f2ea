import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { UnitGrid } from "../inventory/browse/unit-card.tsx";
import { usePollWhileAway } from "../realtime/prices.ts";
import { useSession } from "../session/session.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { wishlistFailure, wishlistQuery } from "../wishlist/api.ts";
import { CalendarButton } from "../wishlist/calendar-button.tsx";
import { Head } from "../site/head.tsx";

export function Component() {
  const session = useSession();
  const { data, error, refetch } = useQuery({
    ...wishlistQuery(useCall(), session?.userId ?? 0),
    enabled: session !== null,
    refetchInterval: usePollWhileAway(),
  });
  return (
    <>
      <Head
        title={t("My watchlist | Gavelyard")}
        description={t("My watchlist | Gavelyard")}
        indexed={false}
      />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1>{t("My watchlist")}</h1>
        {data === undefined || data.length === 0 ? null : <CalendarButton />}
      </div>
      {error !== null && data === undefined ? (
        <ErrorState message={wishlistFailure(error)} onRetry={() => unawaited(refetch())} />
      ) : data === undefined ? (
        <Skeleton className="h-64" />
      ) : data.length === 0 ? (
        <EmptyState title={t("Your watchlist is empty")}>
          <LinkButton to="/vehicles" tone="primary" className="mt-3">
            {t("Browse vehicles")}
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <h2 className="sr-only">{t("Watched units")}</h2>
          <UnitGrid units={data} />
        </>
      )}
    </>
  );
}
