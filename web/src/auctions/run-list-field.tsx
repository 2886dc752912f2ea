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
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { RunListUnit } from "@gavelyard/contract/auctions/run-list";
import { runOrders, type LotGap, type RunOrder } from "@gavelyard/domain/auctions/run-order";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { GripVertical, Plus, X } from "lucide-react";
import { useState } from "react";
import { dragTexts } from "../ui/list/drag-texts.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";
import { money, words } from "../ui/text/format.ts";
import { movedLine, orderedLines, renumbered, withUnits, type RunLine } from "./auction-values.ts";
import { isOfferable } from "./publish-auction.tsx";
import { later } from "../ui/later.tsx";
import { Link } from "../ui/page/router.tsx";

const AddUnits = later(() => import("./add-units.tsx"));

export function RunListField({
  auctionId,
  lots,
  units,
  closes,
  zone,
  fixed,
  error,
  onChange,
}: {
  /** Null for an auction that isn't saved yet. */
  auctionId: number | null;
  lots: readonly RunLine[];
  units: ReadonlyMap<number, RunListUnit>;
  /** Closing time of each unit's lot; null while it isn't set. */
  closes: ReadonlyMap<number, string | null>;
  zone: string;
  /** Whether the auction is published: bidders then rely on its run list. */
  fixed: boolean;
  error: string | undefined;
  onChange: (lots: RunLine[]) => void;
}) {
  const [adding, setAdding] = useState(false);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const dropped = ({ active, over }: DragEndEvent) => {
    const from = lots.findIndex(({ inventoryId }) => inventoryId === active.id);
    const to = lots.findIndex(({ inventoryId }) => inventoryId === over?.id);
    if (from !== -1 && to !== -1 && from !== to) onChange(movedLine(lots, from, to));
  };
  const ids = lots.map(({ inventoryId }) => inventoryId);
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <p className="mr-auto text-soft">
          {fixed
            ? t("{lots}; you can't change a published run list", {
                lots: plural(lots.length, "{n} lot", "{n} lots"),
              })
            : plural(lots.length, "{n} lot", "{n} lots")}
        </p>
        {fixed ? null : (
          <>
            {lots.length < 2 ? null : (
              <>
                <select
                  aria-label={t("Order by")}
                  className="min-h-11 rounded-md border border-line bg-sheet px-2"
                  value=""
                  onChange={({ target }) => {
                    const order = runOrders.find((one) => one === target.value);
                    if (order !== undefined) onChange(orderedLines(lots, units, order));
                  }}
                >
                  <option value="">{t("Order by")}</option>
                  {runOrders.map((order) => (
                    <option key={order} value={order}>
                      {orderNames[order]}
                    </option>
                  ))}
                </select>
                <Button onClick={() => onChange(renumbered(lots))}>{t("Renumber")}</Button>
              </>
            )}
            <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
              <Plus aria-hidden className="size-4" /> {t("Add units")}
            </Button>
          </>
        )}
      </div>
      {error === undefined ? null : (
        <p role="alert" className="mb-2 text-sm text-outbid">
          {error}
        </p>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={dropped}
        accessibility={dragTexts(ids)}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={fixed}>
          <ol aria-label={t("Run list")} className="grid gap-2">
            {lots.map((line) => (
              <Line
                key={line.inventoryId}
                line={line}
                unit={units.get(line.inventoryId)}
                close={closes.get(line.inventoryId) ?? null}
                zone={zone}
                fixed={fixed}
                onLabel={(label) =>
                  onChange(
                    lots.map((one) =>
                      one.inventoryId === line.inventoryId ? { ...one, label } : one,
                    ),
                  )
                }
                onRemove={() =>
                  onChange(lots.filter(({ inventoryId }) => inventoryId !== line.inventoryId))
                }
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {adding ? (
        <AddUnits
          auctionId={auctionId}
          listed={lots.map(({ inventoryId }) => inventoryId)}
          onAdd={(added) => {
            onChange(withUnits(lots, added));
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </div>
  );
}

function Line({
  line: { inventoryId, label, name },
  unit,
  close,
  zone,
  fixed,
  onLabel,
  onRemove,
}: {
  line: RunLine;
  /** Undefined while it loads. */
  unit: RunListUnit | undefined;
  close: string | null;
  zone: string;
  fixed: boolean;
  onLabel: (label: string) => void;
  onRemove: () => void;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } =
    useSortable({ id: inventoryId });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-paper px-2 py-1"
    >
      {fixed ? (
        <span className="figures w-16 px-3 font-semibold">{label}</span>
      ) : (
        <>
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={t("Move {name}", { name })}
            className="grid size-11 cursor-grab touch-none place-items-center rounded-md text-soft hover:bg-sunken"
          >
            <GripVertical aria-hidden className="size-5" />
          </button>
          <input
            aria-label={t("Lot number for {name}", { name })}
            className="figures min-h-11 w-16 rounded-md border border-line bg-sheet px-2"
            maxLength={5}
            value={label}
            onChange={(event) => onLabel(event.target.value)}
          />
        </>
      )}
      <Picture
        image={unit?.image == null ? undefined : { ...unit.image, placeholder: null }}
        sizes="60px"
        className="w-15 rounded-md"
      />
      <div className="min-w-40 flex-1">
        <Link
          to={`?tab=inventory&unit=${inventoryId}`}
          className="inline-flex min-h-9 items-center font-semibold text-ink"
        >
          {name}
        </Link>
        <p className="text-sm text-soft">
          {unit === undefined ? null : (
            <>
              {unit.stockNumber} · {words(unit.inventoryType)}
            </>
          )}
        </p>
      </div>
      {unit === undefined ? null : <Terms unit={unit} fixed={fixed} />}
      {close === null ? null : (
        <span className="text-sm text-soft">{formatDateTime(close, zone)}</span>
      )}
      {fixed ? null : (
        <Button tone="quiet" aria-label={t("Remove {name}", { name })} onClick={onRemove}>
          <X aria-hidden className="size-5" />
        </Button>
      )}
    </li>
  );
}

/** A lot's prices, and what bidders may miss. */
function Terms({ unit, fixed }: { unit: RunListUnit; fixed: boolean }) {
  const { startingPrice, reservePrice, saleType, inventoryStatus, gaps } = unit;
  return (
    <>
      <dl className="grid grid-cols-[auto_auto] gap-x-3 text-sm">
        <dt className="text-soft">{t("Starts at")}</dt>
        <dd className="figures text-right">{money(startingPrice)}</dd>
        <dt className="text-soft">{t("Reserve")}</dt>
        <dd className="figures text-right">
          {reservePrice === null
            ? saleType === "ABSOLUTE"
              ? words(saleType)
              : t("None")
            : money(reservePrice)}
        </dd>
      </dl>
      <ul className="flex flex-wrap gap-1">
        {fixed || isOfferable(unit) ? null : (
          <li>
            <Badge tone="outbid">{words(inventoryStatus)}</Badge>
          </li>
        )}
        {gaps.map((gap) => (
          <li key={gap}>
            <Badge>{gapNames[gap]}</Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

const gapNames: Readonly<Record<LotGap, string>> = {
  PICTURE: t("No picture"),
  REPORT: t("No report"),
  RESERVE: t("No reserve"),
};

const orderNames: Readonly<Record<RunOrder, string>> = {
  TYPE: t("Type"),
  SPREAD: t("Type, spread evenly"),
  PRICE_LOW: t("Starting price, low to high"),
  PRICE_HIGH: t("Starting price, high to low"),
  YEAR_NEW: t("Model year, newest first"),
  STOCK_NUMBER: t("Stock number"),
};
