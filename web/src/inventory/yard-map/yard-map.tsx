import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useCall } from "../../api/api-context.ts";
import { stateNames } from "@gavelyard/domain/states-of-us";
import { estimatesQuery } from "../delivery/api.ts";
import { useDeliveryZip } from "../delivery/use-delivery-zip.ts";
import { yardMap } from "./place-on-map.ts";

/** Where a unit is: its yard on a map of the state, how far away, and a link to directions. */
export default function YardMap({ unit: { id, yard } }: { unit: InventoryDetail }) {
  const zip = useDeliveryZip();
  const [estimate] = useQuery(estimatesQuery(useCall(), zip, [id])).data ?? [];
  const map = yardMap(yard);
  const place = `${yard.city}, ${yard.state}`;
  const address = [yard.name, yard.street, yard.city, `${yard.state} ${yard.zip}`]
    .filter((part) => part !== null)
    .join(", ");
  const to = new URLSearchParams({ api: "1", destination: address });
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
      {map === null ? null : (
        <svg
          role="img"
          aria-label={t("Map of {state} with {place} marked", {
            state: stateNames[yard.state] ?? yard.state,
            place,
          })}
          viewBox={`-12 -12 ${map.width + 24} ${map.height + 24}`}
          className="h-48 max-w-full"
        >
          <path
            d={map.d}
            className="fill-sunken stroke-soft"
            strokeWidth={1.5}
            strokeLinejoin="round"
          />
          <circle cx={map.x} cy={map.y} r={10} className="fill-amber opacity-30" />
          <circle
            cx={map.x}
            cy={map.y}
            r={4.5}
            className="fill-amber stroke-on-amber"
            strokeWidth={1.5}
          />
        </svg>
      )}
      <div>
        {estimate === undefined ? null : (
          <p>
            {t("About {distance} by road from {zip}", {
              distance: plural(estimate.miles, "{n} mile", "{n} miles"),
              zip,
            })}
          </p>
        )}
        <a
          href={`https://www.google.com/maps/dir/?${to}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-2 font-semibold underline"
        >
          {t("Directions to {place}", { place })} <ExternalLink aria-hidden className="size-4" />
          <span className="sr-only">{t("(opens Google Maps in a new tab)")}</span>
        </a>
      </div>
    </div>
  );
}
