import { t } from "@gavelyard/messages/text";
import { download } from "../documents/files.ts";
import { useAction } from "../api/use-action.ts";
import type { PaletteCommand } from "./palette-actions.ts";

export function usePaletteCommand(): (command: PaletteCommand) => void {
  const save = useAction(
    (_call, id: string | null) =>
      id === null
        ? download("exportUnits", { body: { sort: "NEWEST" } })
        : download("invoicePdf", { params: { id } }),
    { done: t("File saved"), failed: t("Couldn't load the file."), refresh: [] },
  );
  return (command) => {
    if (command === "export-units") save.mutate(null);
    else save.mutate(command.invoicePdf);
  };
}
