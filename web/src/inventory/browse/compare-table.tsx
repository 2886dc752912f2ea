import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { messageOf } from "../../api/messages.ts";
import { money } from "../../ui/text/format.ts";
import { Picture } from "../../ui/picture.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { unitQuery } from "../api.ts";
import { estimatesQuery } from "../delivery/api.ts";
import { doorFacts } from "../delivery/door-facts.ts";
import { useDeliveryZip } from "../delivery/use-delivery-zip.ts";
import { useOwnFees } from "../../tax-certificates/api.ts";
import { factsOf } from "./specifications.tsx";
import { Link } from "../../ui/page/router.tsx";

export default function CompareTable({
  ids,
  onClose,
}: {
  ids: readonly number[];
  onClose: () => void;
}) {
  const call = useCall();
  const reads = useQueries({ queries: ids.map((id) => unitQuery(call, id)) });
  const units = reads.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const failed = reads.filter(({ data, error }) => data === undefined && error !== null);
  const zip = useDeliveryZip();
  const { data: estimates = [] } = useQuery(estimatesQuery(call, zip, ids));
  const ownFees = useOwnFees(estimates.some(({ fees }) => fees.taxPercent > 0));
  const own = estimates.map((one) => ({ ...one, fees: ownFees(one.fees, one.inventoryId) }));
  const facts = units.map((unit) => new Map([...doorFacts(unit, own, zip), ...factsOf(unit)]));
  const names = [...new Set(facts.flatMap((each) => [...each.keys()]))];
  return (
    <Sheet title={t("Compare")} place="middle" onClose={onClose}>
      {failed[0] === undefined ? null : (
        <ErrorState
          message={messageOf(failed[0].error, t("Couldn't load every unit."))}
          onRetry={() => {
            for (const { refetch } of failed) unawaited(refetch());
          }}
        />
      )}
      {units.length === 0 ? (
        failed.length === 0 ? (
          <Skeleton className="h-64" />
        ) : null
      ) : (
        <table className="w-full text-left">
          <thead>
            <tr>
              <th className="min-w-28" scope="col">
                <span className="sr-only">{t("Detail")}</span>
              </th>
              {units.map((unit) => (
                <th
                  key={unit.id}
                  scope="col"
                  className="min-w-40 p-2 align-top"
                  style={{ width: `${80 / units.length}%` }}
                >
                  <Picture image={unit.images[0]} sizes="240px" className="mb-2 rounded-md" />
                  <Link to={`/truck/${unit.id}`} className="text-ink" onClick={onClose}>
                    {unit.name}
                  </Link>
                  <span className="figures block text-xl">{money(unit.price)}</span>
                  <span className="block font-normal text-soft">{unit.location}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => {
              const values = facts.map((each) => each.get(name) ?? "");
              const differs = new Set(values.map(String)).size > 1;
              return (
                <tr key={name} className="border-t border-line">
                  <th scope="row" className="py-2 pr-3 font-normal text-soft">
                    {name}
                  </th>
                  {units.map(({ id }, index) => (
                    <td
                      key={id}
                      className={`px-2 py-2 [overflow-wrap:anywhere] ${differs ? "font-semibold" : "text-soft"}`}
                    >
                      {values[index]}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Sheet>
  );
}
