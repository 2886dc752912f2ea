import { t } from "@gavelyard/messages/text";
import { Download } from "lucide-react";
import { download } from "../documents/files.ts";
import type { CallInput } from "@gavelyard/client/call";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";

export function ExportButton({
  search,
  children = t("Export CSV"),
}: {
  search: CallInput<"exportUnits">["body"];
  children?: string;
}) {
  const save = useAction(() => download("exportUnits", { body: search }), {
    done: t("File saved"),
    failed: t("Couldn't export the units."),
    refresh: [],
  });
  return (
    <Button busy={save.isPending} onClick={() => save.mutate(undefined)}>
      <Download aria-hidden className="size-4" /> {children}
    </Button>
  );
}
