import { t } from "@gavelyard/messages/text";
import { download } from "../api/files.ts";
import { useAction } from "../session/use-action.ts";
import type { Deed } from "./palette-acts.ts";

/** Runs the palette's commands. Results appear as a toast, even after the palette has closed. */
export function usePaletteCommand(): (deed: Deed) => void {
  const save = useAction(
    (_call, id: string | null) =>
      id === null
        ? download("exportUnits", { body: { sort: "NEWEST" } })
        : download("invoicePdf", { params: { id } }),
    { done: t("File saved"), failed: t("Couldn't load the file."), refresh: [] },
  );
  return (deed) => {
    if (deed === "export-units") save.mutate(null);
    else save.mutate(deed.invoicePdf);
  };
}
