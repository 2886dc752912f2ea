import { t } from "@gavelyard/messages/text";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { Picture } from "../../ui/picture.tsx";
import { money } from "../../ui/text/format.ts";
import { useLotPrice } from "../../realtime/prices.ts";
import { filterQuery, unitQuery } from "../api.ts";
import type { ListedUnit } from "../../ui/unit-facts.ts";
import { Link } from "../../ui/page/router.tsx";
import { placeAndInterest } from "../../ui/unit-facts.ts";

const SIMILAR = 4;

type ShownUnit = Pick<ListedUnit, "id" | "name" | "picture" | "place" | "lot"> & {
  readonly price: number;
};

export default function MoreUnits({
  unit,
  seen,
}: {
  unit: InventoryDetail;
  seen: readonly number[];
}) {
  return (
    <>
      <SimilarUnits unit={unit} />
      <RecentlySeen ids={seen} />
    </>
  );
}

function SimilarUnits({ unit }: { unit: InventoryDetail }) {
  const { data } = useQuery(
    filterQuery(useCall(), {
      inventoryType: [unit.inventoryType],
      manufacturer: [unit.manufacturer],
      auctionStatus: ["LIVE", "UPCOMING"],
      size: SIMILAR + 1,
    }),
  );
  const others = (data?.content ?? []).filter(({ id }) => id !== unit.id).slice(0, SIMILAR);
  return <Strip title={t("Similar lots")} units={others} />;
}

function RecentlySeen({ ids }: { ids: readonly number[] }) {
  const call = useCall();
  const seen = useQueries({
    queries: ids.slice(0, SIMILAR).map((id) => ({ ...unitQuery(call, id), retry: false })),
  }).flatMap(({ data }) =>
    data === undefined ? [] : [{ ...data, picture: data.images[0], place: placeAndInterest(data) }],
  );
  return <Strip title={t("Recently viewed")} units={seen} />;
}

function Strip({ title, units }: { title: string; units: readonly ShownUnit[] }) {
  if (units.length === 0) return null;
  return (
    <section className="drawn-when-near mt-10 print:hidden">
      <h2 className="mb-3">{title}</h2>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {units.map(({ id, name, picture, price, place, lot }) => (
          <li key={id} className="relative overflow-hidden rounded-lg border border-line bg-sheet">
            <Picture image={picture} sizes="(min-width: 1024px) 300px, 46vw" />
            <div className="p-3">
              <Link to={`/truck/${id}`} className="cover-link font-semibold">
                {name}
              </Link>
              <LivePrice unit={{ id, lot, price }} />
              <p className="text-sm text-soft">{place}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LivePrice({
  unit: { id, lot, price },
}: {
  unit: Pick<ShownUnit, "id" | "lot" | "price">;
}) {
  const now = useLotPrice(id, lot);
  return <p className="figures font-bold">{money(now?.price ?? price)}</p>;
}
