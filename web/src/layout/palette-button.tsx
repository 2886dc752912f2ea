import { t } from "@gavelyard/messages/text";
import { ListIcon } from "../ui/list-icon.tsx";
import { showOverlay } from "../shortcuts/overlay.ts";

/** Opens the command palette. Only an icon, unless the bar is `wide` enough for a label. */
export function PaletteButton({ wide = false }: { wide?: boolean }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title={t("Search or go to…")}
      className={wide ? "bar-button px-2" : "bar-button"}
      onClick={() => showOverlay("palette")}
    >
      <ListIcon name="search" />
      {wide ? (
        <>
          <span className="max-md:sr-only">{t("Search or go to…")}</span>
          <kbd aria-hidden className="code text-sm max-lg:hidden">
            {t("Ctrl K")}
          </kbd>
        </>
      ) : null}
    </button>
  );
}
