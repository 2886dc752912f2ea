import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { Badge } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Link } from "../../ui/page/router.tsx";
import { words } from "../../ui/text/format.ts";
import { ErrorState } from "../../ui/states.tsx";
import { numberOf, useAddress } from "../../ui/page/use-address.ts";
import { GuideCard } from "../price-guide/guide-card.tsx";
import { unitForStaffQuery } from "../api.ts";
import { QuestionsCard } from "../questions/questions-card.tsx";
import { ConditionDesk } from "./condition-desk.tsx";
import { PictureDesk } from "./picture-desk.tsx";
import { PublishCard } from "./publish-card.tsx";
import { SpinDesk } from "./spin-desk.tsx";
import { UnitEditor } from "./unit-editor.tsx";
import { VideoDesk } from "./video-desk.tsx";

/** `unit` is an ID, or "new". */
export default function UnitDesk({ unit }: { unit: string }) {
  const address = useAddress();
  const id = numberOf(unit);
  return (
    <>
      <LinkButton to={address.to({ unit: null })} className="mb-4">
        <ArrowLeft aria-hidden className="size-4" /> {t("All units")}
      </LinkButton>
      {id !== null ? (
        <ExistingUnit id={id} />
      ) : unit === "new" ? (
        <>
          <h2 className="mb-4">{t("New unit")}</h2>
          <UnitEditor unit={null} />
        </>
      ) : (
        <ErrorState message={t("Unit not found")} onRetry={() => address.set({ unit: null })} />
      )}
    </>
  );
}

function ExistingUnit({ id }: { id: number }) {
  const address = useAddress();
  const query = useQuery(unitForStaffQuery(useCall(), id));
  return (
    <Read query={query} failure={t("Couldn't load the unit.")} className="h-96">
      {(unit) => (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <h2>{unit.name}</h2>
            <span className="code text-soft">{unit.stockNumber}</span>
            <Badge>{words(unit.inventoryStatus)}</Badge>
          </div>
          {unit.sameVin.length === 0 ? null : (
            <p className="mb-4 flex flex-wrap items-center gap-x-3">
              {t("Same VIN as")}
              {unit.sameVin.map(({ id, stockNumber, status }) => (
                <Link
                  key={id}
                  to={address.to({ unit: id })}
                  className="inline-flex min-h-9 items-center underline"
                >
                  {stockNumber}, {words(status)}
                </Link>
              ))}
            </p>
          )}
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="grid gap-6 xl:order-2 xl:sticky xl:top-4">
              <PublishCard unit={unit} />
              <GuideCard id={unit.id} />
            </div>
            <div className="grid min-w-0 gap-6">
              <PictureDesk unit={unit} />
              <VideoDesk unit={unit} />
              <SpinDesk unit={unit} />
              <UnitEditor unit={unit} />
              <ConditionDesk unit={unit} />
              <QuestionsCard id={unit.id} />
            </div>
          </div>
        </>
      )}
    </Read>
  );
}
