import type { LotInRun, PublicUnit } from "@gavelyard/contract/inventory/inventory";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, ChevronLeft, ChevronRight } from "lucide-react";
import type { MouseEvent } from "react";
import { useCall } from "../../api/api-context.ts";
import { lastList, lists } from "../../ui/list/last-list.ts";
import { LinkButton } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/page/use-hydrated.ts";
import { unitQuery } from "../api.ts";

const narrow = "px-2 sm:px-4";

/**
 * Links back to the reader's list, at its place, and to the lots before and after this one. It
 * stays mounted from lot to lot, so it keeps the focus and announces the lot.
 */
export default function LotNav({ unit }: { unit: PublicUnit }) {
  const { lot, previousLot, nextLot } = unit;
  return (
    <nav
      aria-label={t("Lots")}
      className="-mx-2 -mt-3 mb-2 flex flex-wrap items-center sm:-mx-4 print:hidden"
    >
      <BackToList auctionId={lot?.auctionId ?? null} />
      <div className="ml-auto flex">
        {previousLot === null ? null : <Neighbor lot={previousLot} side="Previous" />}
        {nextLot === null ? null : <Neighbor lot={nextLot} side="Next" />}
      </div>
      <p role="status" className="sr-only">
        {lot === null
          ? unit.name
          : t("Lot {lotNumber}: {name}", { lotNumber: lot.lotNumber, name: unit.name })}
      </p>
    </nav>
  );
}

function BackToList({ auctionId }: { auctionId: number | null }) {
  const from = useHydrated() ? lastList() : null;
  const { title, back } = from ?? (auctionId === null ? lists.vehicles : lists.run);
  const path = from?.path ?? (auctionId === null ? "/vehicles" : `/auctions/${auctionId}`);
  const goBack = (event: MouseEvent) => {
    const inNewTab = event.metaKey || event.ctrlKey || event.shiftKey;
    const list = lastList();
    if (inNewTab || list === null) return;
    event.preventDefault();
    window.history.go(-list.steps);
  };
  return (
    <LinkButton
      tone="quiet"
      to={path}
      onClick={goBack}
      className={narrow}
      aria-label={back}
      data-back
    >
      <ArrowLeft aria-hidden className="size-4" /> {title}
    </LinkButton>
  );
}

function Neighbor({ lot, side }: { lot: LotInRun; side: "Previous" | "Next" }) {
  const queries = useQueryClient();
  const call = useCall();
  return (
    <LinkButton
      tone="quiet"
      to={`/truck/${lot.inventoryId}`}
      rel={side === "Next" ? "next" : "prev"}
      onMouseDown={() => unawaited(queries.prefetchQuery(unitQuery(call, lot.inventoryId)))}
      className={narrow}
      aria-label={
        side === "Next"
          ? t("Next: lot {number}", { number: lot.lotNumber })
          : t("Previous: lot {number}", { number: lot.lotNumber })
      }
    >
      {side === "Next" ? null : <ChevronLeft aria-hidden className="size-4" />}
      {t("Lot {number}", { number: lot.lotNumber })}
      {side === "Next" ? <ChevronRight aria-hidden className="size-4" /> : null}
    </LinkButton>
  );
}
