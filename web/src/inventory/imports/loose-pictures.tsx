import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import type { LoosePicture } from "@gavelyard/contract/inventory/loose-pictures";
import type { UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckField } from "../../ui/form/field.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { count } from "../../ui/text/format.ts";
import { stockQuery } from "../api.ts";
import { importKeys, loosePicturesQuery } from "./import-api.ts";

/** Most pictures that a unit can get at once, which are all that it can have. */
const MAX_CHOSEN = 60;

const keyOf = ({ archiveId, position }: LoosePicture) => `${archiveId} ${position}`;

/** Pictures of an import that match no unit: staff choose some and the unit that they show. */
export function LoosePictures({ one }: { one: UnitImport }) {
  const query = useQuery(loosePicturesQuery(useCall(), one));
  if (one.archives.every(({ refused }) => refused === 0)) return null;
  return (
    <Read query={query} failure={t("Couldn't load the pictures.")}>
      {({ pictures, total }) =>
        pictures.length === 0 ? null : (
          <Card title={t("Pictures without a unit")} action={<span>{count(total)}</span>}>
            <Desk importId={one.id} pictures={pictures} total={total} />
          </Card>
        )
      }
    </Read>
  );
}

function Desk({
  importId,
  pictures,
  total,
}: {
  importId: number;
  pictures: readonly LoosePicture[];
  total: number;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState("");
  const selected = pictures.filter((one) => chosen.has(keyOf(one)));
  const params = { id: String(importId) };
  const files = selected.map(({ archiveId, position }) => ({ archiveId, position }));
  const place = useAction(
    (call, unit: InventoryCard) =>
      call("placeLoosePictures", { params, body: { inventoryId: unit.id, pictures: files } }),
    {
      done: t("Pictures added"),
      failed: t("Couldn't add the pictures."),
      refresh: importKeys,
    },
  );
  const leaveOut = useAction(
    (call) => call("leaveOutLoosePictures", { params, body: { pictures: files } }),
    {
      done: t("Pictures left out"),
      failed: t("Couldn't leave the pictures out."),
      refresh: importKeys,
    },
  );
  const busy = place.isPending || leaveOut.isPending;
  const clear = () => setChosen(new Set());
  const toggle = (key: string, on: boolean) =>
    setChosen((now) => {
      const next = new Set(now);
      if (on) next.add(key);
      else next.delete(key);
      return next;
    });
  return (
    <>
      <p className="text-soft">
        {t("Select the pictures of one unit, then find the unit. They stay here until then.")}
      </p>
      <div className="sticky top-0 z-10 grid gap-2 bg-sheet py-3">
        <div className="flex flex-wrap items-center gap-x-4">
          <CheckField
            label={t("Select all pictures")}
            checked={
              selected.length > 0 && selected.length === Math.min(pictures.length, MAX_CHOSEN)
            }
            onChange={({ target }) =>
              setChosen(new Set(target.checked ? pictures.slice(0, MAX_CHOSEN).map(keyOf) : []))
            }
          />
          <p aria-live="polite" className="mr-auto text-soft">
            {t("{selected} of {total} selected", {
              selected: count(selected.length),
              total: count(total),
            })}
          </p>
          {selected.length === 0 ? null : (
            <ConfirmButton
              label={t("Leave out")}
              title={t("Leave out the selected pictures?")}
              confirmLabel={t("Leave out pictures")}
              tone="danger"
              busy={busy}
              onConfirm={() => leaveOut.mutate(undefined, { onSuccess: clear })}
            >
              {t("They are removed from this list and no unit gets them.")}
            </ConfirmButton>
          )}
        </div>
        {selected.length === 0 ? null : (
          <>
            <SearchField
              label={t("Make, model, year, stock number or VIN")}
              value={typed}
              onSearch={setTyped}
            />
            <Units
              importId={importId}
              typed={typed}
              busy={busy}
              onChoose={(unit) => place.mutate(unit, { onSuccess: clear })}
            />
          </>
        )}
      </div>
      <ul
        aria-label={t("Pictures without a unit")}
        className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5"
      >
        {pictures.map((one) => {
          const key = keyOf(one);
          const isChosen = chosen.has(key);
          return (
            <li key={key}>
              <label
                className={`block cursor-pointer rounded-lg border p-1 ${
                  isChosen ? "border-ink bg-sunken" : "border-line"
                }`}
              >
                <span className="relative block">
                  <Picture
                    image={{ ...one.picture, alt: "" }}
                    sizes="(min-width: 1024px) 15rem, 45vw"
                    className="rounded-md"
                  />
                  <input
                    type="checkbox"
                    className="absolute left-2 top-2 size-6"
                    checked={isChosen}
                    disabled={!isChosen && selected.length >= MAX_CHOSEN}
                    onChange={({ target }) => toggle(key, target.checked)}
                  />
                </span>
                <span className="mt-1 block text-sm wrap-anywhere">{one.name}</span>
              </label>
            </li>
          );
        })}
      </ul>
      {total > pictures.length ? (
        <p className="mt-3 text-soft">
          {t("And {number} more.", { number: count(total - pictures.length) })}
        </p>
      ) : null}
    </>
  );
}

/** The import's units that match what is typed, each to add the selected pictures to. */
function Units({
  importId,
  typed,
  busy,
  onChoose,
}: {
  importId: number;
  typed: string;
  busy: boolean;
  onChoose: (unit: InventoryCard) => void;
}) {
  const query = useQuery(stockQuery(useCall(), { importId, q: typed, size: 6, sort: "NEWEST" }));
  return (
    <Read query={query} failure={t("Couldn't load the units.")} className="h-24">
      {({ content }) =>
        content.length === 0 ? (
          <p>{t("No unit of this import matches. Try its stock number.")}</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {content.map((unit) => (
              <li key={unit.id}>
                <Button busy={busy} onClick={() => onChoose(unit)}>
                  {t("Add to {stockNumber}, {name}", {
                    stockNumber: unit.stockNumber,
                    name: unit.name,
                  })}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </Read>
  );
}
