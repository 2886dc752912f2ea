import type { Image } from "@gavelyard/contract/inventory/inventory";
import type { UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from "@dnd-kit/core";
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from "@dnd-kit/sortable";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { useAction } from "../../api/use-action.ts";
import { dragTexts } from "../../ui/list/drag-texts.ts";
import { Card } from "../../ui/card.tsx";
import { count } from "../../ui/text/format.ts";
import { unitForStaffQuery } from "../api.ts";
import { PictureBulk } from "./picture-bulk.tsx";
import { PictureTile } from "./picture-tile.tsx";
import { PictureUploads } from "./picture-uploads.tsx";

/** Lists show the first picture. */
export function PictureDesk({ unit }: { unit: UnitForStaff }) {
  const call = useCall();
  const queries = useQueryClient();
  const key = unitForStaffQuery(call, unit.id).queryKey;
  const replaceUnit = (changed: UnitForStaff) => queries.setQueryData(key, changed);
  const params = { id: String(unit.id) };
  // Optimistic order, so that a picture stays where it was dropped until the server responds.
  const [moved, setMoved] = useState<readonly Image[] | null>(null);
  const arrange = useAction(
    (call, images: readonly Image[]) =>
      call("arrangeImages", {
        params,
        body: { images: images.map(({ id, kind, alt }) => ({ id, kind, alt })) },
      }),
    {
      done: t("Pictures saved"),
      failed: t("Couldn't save the pictures."),
      refresh: [["staff", "units", "search"]],
    },
  );
  const remove = useAction(
    (call, id: string) => call("deleteImages", { params, body: { imageUrllist: [id] } }),
    {
      done: t("Picture removed"),
      failed: t("Couldn't remove the picture."),
      refresh: [["staff", "units", "search"]],
    },
  );
  const images = moved ?? unit.images;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = images.map(({ id }) => id);
  const selected = images.filter(({ id }) => chosen.has(id));
  const keep = (next: readonly Image[]) => {
    setMoved(next);
    arrange.mutate(next, { onSuccess: replaceUnit, onSettled: () => setMoved(null) });
  };
  const sensors = useSensors(
    // A minimum distance before a drag starts, so that taps still reach the controls.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const dropped = ({ active, over }: DragEndEvent) => {
    const from = images.findIndex(({ id }) => id === active.id);
    const to = images.findIndex(({ id }) => id === over?.id);
    if (from !== -1 && to !== -1 && from !== to) keep(arrayMove([...images], from, to));
  };
  return (
    <Card
      title={t("Pictures")}
      action={
        <span className="text-soft">
          {t("{part} of {whole}", { part: count(images.length), whole: 60 })}
        </span>
      }
    >
      <PictureUploads unitId={unit.id} onAdded={replaceUnit} />
      {images.length === 0 ? null : (
        <PictureBulk
          total={images.length}
          selected={selected.length}
          busy={arrange.isPending || remove.isPending}
          onSelectAll={(all) => setChosen(new Set(all ? images.map(({ id }) => id) : []))}
          onView={(kind) => {
            keep(images.map((one) => (chosen.has(one.id) ? { ...one, kind } : one)));
            setChosen(new Set());
          }}
        />
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={dropped}
        accessibility={dragTexts(ids)}
      >
        <SortableContext items={ids} strategy={rectSortingStrategy}>
          <ul aria-label={t("Pictures")} className="mt-4 grid grid-cols-2 gap-4 md:grid-cols-3">
            {images.map((image, index) => (
              <PictureTile
                key={image.id}
                image={image}
                first={index === 0}
                busy={arrange.isPending || remove.isPending}
                chosen={chosen.has(image.id)}
                onChoose={(on) =>
                  setChosen((now) => {
                    const next = new Set(now);
                    if (on) next.add(image.id);
                    else next.delete(image.id);
                    return next;
                  })
                }
                onChange={(changed) =>
                  keep(images.map((one) => (one.id === changed.id ? changed : one)))
                }
                onRemove={() => remove.mutate(image.id, { onSuccess: replaceUnit })}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </Card>
  );
}
