import { t } from "@gavelyard/messages/text";
import type { FoundRecord } from "@gavelyard/contract/office";
import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { findQuery } from "../office/api.ts";
import { messageOf } from "../session/messages.ts";
import { Button } from "../ui/button.tsx";
import { actsOf, actsOfRecord, type Act } from "./palette-acts.ts";
import { staffTabsFor, type Viewer } from "./staff-tabs.ts";
import { usePaletteCommand } from "./use-palette-command.ts";
import { navigate } from "../ui/router.tsx";

/** Minimum characters before records are searched. */
const SHORTEST = 2;

const headings = [
  ["UNIT", t("Units")],
  ["AUCTION", t("Auctions")],
  ["USER", t("Users")],
  ["LIMIT_REQUEST", t("Limit requests")],
  ["FINANCE_REQUEST", t("Finance applications")],
  ["LEAD", t("Leads")],
  ["MESSAGE", t("Messages")],
  ["INVOICE", t("Invoices")],
] as const satisfies readonly (readonly [FoundRecord["kind"], string])[];

type Item = Act & {
  /** Unique among all items in the list. */
  readonly key: string;
  readonly detail?: string;
  /** The item's record, when it has several actions. */
  readonly record?: FoundRecord;
};
type Group = readonly [heading: string, items: readonly Item[]];

const keyed = (group: string, acts: readonly Act[]): Item[] =>
  acts.map((act) => ({ ...act, key: `${group} ${act.title}` }));

/** Returns a record as an item that runs its first action; none when the viewer has no action. */
function itemsOf(record: FoundRecord, viewer: Viewer): Item[] {
  const [first, ...others] = actsOfRecord(record, viewer);
  if (first === undefined) return [];
  const { kind, id, title, detail } = record;
  return [
    { ...first, key: `${kind} ${id}`, title, detail, ...(others.length > 0 ? { record } : {}) },
  ];
}

const partsFor = (viewer: Viewer) =>
  staffTabsFor(viewer).map(({ value, title }) => ({
    title,
    path: `/admin-dashboard?tab=${value}`,
  }));

/**
 * Command palette (Ctrl-K): opens any part or record and runs actions. The right arrow lists a
 * record's actions.
 */
export default function CommandPalette({
  viewer,
  onClose,
}: {
  viewer: Viewer;
  onClose: () => void;
}) {
  const does = usePaletteCommand();
  const call = useCall();
  const hintId = useId();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState("");
  // The record whose actions are listed, and the text that found it.
  const [within, setWithin] = useState<{ item: Item; record: FoundRecord; typed: string } | null>(
    null,
  );
  const field = useRef<HTMLInputElement>(null);
  const text = typed.trim();
  const query = useQuery({
    ...findQuery(call, text),
    enabled: within === null && text.length >= SHORTEST,
  });
  const records = within === null && text.length >= SHORTEST ? (query.data ?? []) : [];
  const named = (items: readonly Item[]) =>
    items.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
  const groups: readonly Group[] =
    within === null
      ? [
          [t("Pages"), named(keyed("part", partsFor(viewer)))],
          [t("Action"), named(keyed("do", actsOf(viewer)))],
          ...headings.map(([kind, heading]): Group => [
            heading,
            records
              .filter((record) => record.kind === kind)
              .flatMap((record) => itemsOf(record, viewer)),
          ]),
        ]
      : [[within.record.title, named(keyed("record", actsOfRecord(within.record, viewer)))]];
  const items = groups.flatMap(([, some]) => some);
  // Results that arrive later may remove the chosen item; then the first one is chosen.
  const current = items.find(({ key }) => key === chosen) ?? items[0];

  const choose = (item: Item) => {
    onClose();
    if ("path" in item) navigate(item.path);
    else does(item.deed);
  };
  const enter = (item: Item | undefined) => {
    if (item?.record === undefined) return;
    setWithin({ item, record: item.record, typed });
    setTyped("");
    setChosen("");
    field.current?.focus();
  };
  const leave = () => {
    if (within === null) return;
    setTyped(within.typed);
    setChosen(within.item.key);
    setWithin(null);
    field.current?.focus();
  };
  const steer = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if (selectionStart !== selectionEnd) return;
    if (event.key === "ArrowRight" && selectionStart === value.length && current?.record) {
      event.preventDefault();
      enter(current);
    } else if (
      within !== null &&
      (event.key === "ArrowLeft" || event.key === "Backspace") &&
      selectionStart === 0
    ) {
      event.preventDefault();
      leave();
    }
  };

  return (
    <Command.Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      label={t("Jump to")}
      value={current?.key ?? ""}
      onValueChange={setChosen}
      // The server searches records; its results are not filtered again.
      shouldFilter={false}
      overlayClassName="fixed inset-0 z-40 bg-asphalt opacity-60"
      contentClassName="fixed left-1/2 top-[8vh] z-50 w-[min(42rem,94vw)] -translate-x-1/2 rounded-lg border border-line bg-paper p-2"
    >
      <Command.Input
        ref={field}
        value={typed}
        onValueChange={setTyped}
        onKeyDown={steer}
        maxLength={100}
        aria-describedby={hintId}
        placeholder={
          within === null ? t("Search pages, records and actions") : t("Choose an action")
        }
        className="min-h-11 w-full rounded-md border border-line bg-sheet px-3"
      />
      <Command.List className="max-h-[60vh] overflow-auto">
        {query.error === null ? (
          <Command.Empty className="p-4 text-soft">
            {query.isFetching ? t("Looking…") : t("No results.")}
          </Command.Empty>
        ) : (
          <p role="alert" className="p-4">
            {messageOf(query.error, t("Couldn't load records."))}
          </p>
        )}
        {groups.map(([heading, some]) =>
          some.length === 0 ? null : (
            <Command.Group
              key={heading}
              heading={heading}
              className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-soft"
            >
              {some.map((item) => (
                <PaletteItem
                  key={item.key}
                  item={item}
                  onChoose={() => choose(item)}
                  onEnter={() => enter(item)}
                />
              ))}
            </Command.Group>
          ),
        )}
      </Command.List>
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-line px-3 pt-2 text-sm text-soft">
        <p id={hintId} className="max-sm:sr-only">
          {within === null
            ? t("Use the up and down arrows to choose, Enter to open, the right arrow for actions.")
            : t("Press Enter to choose, the left arrow to go back.")}
        </p>
        <p role="status" className="sr-only">
          {within === null ? "" : t("Actions for {title}", { title: within.record.title })}
        </p>
        {within !== null ? (
          <Button onClick={leave}>
            <ArrowLeft aria-hidden className="size-4" /> {t("Back")}
          </Button>
        ) : current?.record === undefined ? null : (
          <Button
            aria-label={t("More actions for {title}", { title: current.title })}
            onClick={() => enter(current)}
          >
            {t("More")} <ChevronRight aria-hidden className="size-4" />
          </Button>
        )}
      </div>
    </Command.Dialog>
  );
}

function PaletteItem({
  item: { key, title, detail, record },
  onChoose,
  onEnter,
}: {
  item: Item;
  onChoose: () => void;
  onEnter: () => void;
}) {
  return (
    <Command.Item
      value={key}
      onSelect={onChoose}
      className="flex min-h-11 cursor-pointer items-center gap-x-4 rounded-md px-3 data-[selected=true]:bg-sunken"
    >
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 py-1">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <span className="text-sm text-soft wrap-anywhere">{detail}</span>
      </span>
      {record === undefined ? null : (
        // For the mouse; keyboard users have the right arrow and the button below.
        <span
          aria-hidden
          title={t("More actions for {title}", { title })}
          className="-mr-2 flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-line"
          onClick={(event) => {
            event.stopPropagation();
            onEnter();
          }}
        >
          <ChevronRight className="size-4" />
        </span>
      )}
    </Command.Item>
  );
}
