import { plural, t } from "@gavelyard/messages/text";
import { Command } from "cmdk";
import { ArrowLeft, ChevronRight, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { matches } from "../list/matching.ts";

export interface PaletteItem {
  readonly key: string;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly lang?: string;
  readonly run: () => void;
  readonly more?: readonly PaletteItem[];
}

export type PaletteGroup = readonly [heading: string, items: readonly PaletteItem[]];

/** Returns the items that match each of the typed words. */
export const matchingItems = (items: readonly PaletteItem[], typed: string): PaletteItem[] =>
  items.filter(({ title, detail = "" }) => matches(`${title} ${detail}`, typed));

/**
 * Command palette: a search field above the items of `groups`. Choosing an item closes the palette
 * and runs it. On phones it fills the screen.
 */
export function Palette({
  placeholder,
  groups,
  isSearching,
  failure,
  onType,
  onClose,
}: {
  placeholder: string;
  /** What was found for the text that `onType` was last called with. */
  groups: readonly PaletteGroup[];
  isSearching: boolean;
  failure: ReactNode;
  onType: (text: string) => void;
  onClose: () => void;
}) {
  const hintId = useId();
  const [typed, setTyped] = useState("");
  // The chosen item's key; empty for the first item, whichever that becomes.
  const [chosen, setChosen] = useState("");
  // The item whose actions are listed, and the text that found it.
  const [opened, setOpened] = useState<{ item: PaletteItem; typed: string } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  /** Gets the focus back on close. */
  const opener = useRef<Element | null>(null);
  const listed: readonly PaletteGroup[] =
    opened === null ? groups : [[opened.item.title, matchingItems(opened.item.more ?? [], typed)]];
  const items = listed.flatMap(([, some]) => some);
  const current = items.find(({ key }) => key === chosen) ?? items[0];
  const type = (text: string) => {
    setTyped(text);
    setChosen("");
    if (opened === null) onType(text.trim());
  };
  const choose = ({ run }: PaletteItem) => {
    onClose();
    run();
  };
  const enter = (item: PaletteItem) => {
    setOpened({ item, typed });
    setTyped("");
    setChosen("");
    field.current?.focus();
  };
  const leave = () => {
    if (opened === null) return;
    setTyped(opened.typed);
    setChosen(opened.item.key);
    setOpened(null);
    field.current?.focus();
  };
  const onArrowKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if (selectionStart !== selectionEnd) return;
    const isBack = event.key === "ArrowLeft" || event.key === "Backspace";
    if (event.key === "ArrowRight" && selectionStart === value.length && current?.more) {
      event.preventDefault();
      enter(current);
    } else if (opened !== null && isBack && selectionStart === 0) {
      event.preventDefault();
      leave();
    }
  };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-asphalt opacity-60" />
        <Dialog.Content
          className="fixed inset-0 z-50 flex flex-col bg-paper p-2 sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:top-[8vh] sm:max-h-[84vh] sm:w-[42rem] sm:-translate-x-1/2 sm:rounded-lg sm:border sm:border-line"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            opener.current = document.activeElement;
            field.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          <Dialog.Title className="sr-only">{t("Search or go to…")}</Dialog.Title>
          <Command
            label={t("Search or go to…")}
            value={current?.key ?? ""}
            onValueChange={(key) => setChosen(key === items[0]?.key ? "" : key)}
            // The callers filter the groups.
            shouldFilter={false}
            loop
            className="flex min-h-0 flex-1 flex-col"
          >
            <Command.Input
              ref={field}
              value={typed}
              onValueChange={type}
              onKeyDown={onArrowKey}
              maxLength={100}
              aria-describedby={hintId}
              placeholder={opened === null ? placeholder : t("Choose an action")}
              className="min-h-11 w-full rounded-md border border-line bg-sheet px-3 max-sm:w-[calc(100%-3rem)]"
            />
            <Command.List className="min-h-0 flex-1 overflow-auto sm:max-h-[60vh]">
              {failure === null ? (
                <Command.Empty className="p-4 text-soft">
                  {isSearching ? t("Searching…") : t("No results.")}
                </Command.Empty>
              ) : null}
              {listed.map(([heading, some]) =>
                some.length === 0 ? null : (
                  <Command.Group
                    key={heading}
                    heading={heading}
                    className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-soft"
                  >
                    {some.map((item) => (
                      <Option
                        key={item.key}
                        item={item}
                        onChoose={() => choose(item)}
                        onEnter={() => enter(item)}
                      />
                    ))}
                  </Command.Group>
                ),
              )}
              {isSearching && items.length > 0 ? (
                <p aria-hidden className="p-3 text-sm text-soft">
                  {t("Searching…")}
                </p>
              ) : null}
            </Command.List>
          </Command>
          <Dialog.Close asChild>
            <Button
              tone="quiet"
              className="absolute right-2 top-2 px-2 sm:hidden"
              aria-label={t("Close")}
            >
              <X aria-hidden className="size-5" />
            </Button>
          </Dialog.Close>
          {opened === null ? failure : null}
          <p role="status" className="sr-only">
            {opened !== null
              ? t("Actions for {title}", { title: opened.item.title })
              : typed === ""
                ? ""
                : isSearching
                  ? t("Searching…")
                  : plural(items.length, "{n} result", "{n} results")}
          </p>
          <div className="mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-t border-line px-3 pt-2 text-sm text-soft max-sm:not-has-[button]:hidden">
            <p id={hintId} className="max-sm:sr-only">
              {opened !== null
                ? t("Press Enter to choose, the left arrow to go back.")
                : items.some(({ more }) => more !== undefined)
                  ? t(
                      "Use the up and down arrows to choose, Enter to open, the right arrow for actions.",
                    )
                  : t("Use the up and down arrows to choose, Enter to open.")}
            </p>
            {opened !== null ? (
              <Button onClick={leave}>
                <ArrowLeft aria-hidden className="size-4" /> {t("Back")}
              </Button>
            ) : current?.more === undefined ? null : (
              <Button
                aria-label={t("More actions for {title}", { title: current.title })}
                onClick={() => enter(current)}
              >
                {t("More")} <ChevronRight aria-hidden className="size-4" />
              </Button>
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Option({
  item: { key, title, detail, lang, more },
  onChoose,
  onEnter,
}: {
  item: PaletteItem;
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
        <span lang={lang} className="font-semibold wrap-anywhere">
          {title}
        </span>
        <span className="text-sm text-soft wrap-anywhere">{detail}</span>
      </span>
      {more === undefined ? null : (
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
