import type { DndContextProps, UniqueIdentifier } from "@dnd-kit/core";
import { t } from "@gavelyard/messages/text";

/**
 * Screen reader texts for moving the items of a list with the keyboard.
 * @param items IDs of the list's items in their order
 */
export function dragTexts(items: readonly UniqueIdentifier[]): DndContextProps["accessibility"] {
  const placeOf = (id: UniqueIdentifier) =>
    t("Position {position} of {items}.", { position: items.indexOf(id) + 1, items: items.length });
  const placed = ({ over }: { over: { id: UniqueIdentifier } | null }) =>
    over === null ? undefined : placeOf(over.id);
  return {
    screenReaderInstructions: {
      draggable: t(
        "To move an item, press Space, use the arrow keys, and press Space again. Press Escape to cancel.",
      ),
    },
    announcements: {
      onDragStart: ({ active }) => placeOf(active.id),
      onDragOver: placed,
      onDragEnd: placed,
      onDragCancel: () => t("Move canceled."),
    },
  };
}
