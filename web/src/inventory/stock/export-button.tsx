import { Download } from "lucide-react";
import { download } from "../../api/files.ts";
import type { CallInput } from "../../api/client.ts";
import { useAct } from "../../session/use-act.ts";
import { Button } from "../../ui/button.tsx";

/** Saves all units that a search of staff finds as a CSV file, in the columns that an import takes. */
export function ExportButton({
  search,
  children = "Export CSV",
}: {
  search: CallInput<"exportUnits">["body"];
  children?: string;
}) {
  const save = useAct(() => download("exportUnits", {}, { body: { ...search } }), {
    done: "File saved",
    failed: "Couldn't export the units.",
    refresh: [],
  });
  return (
    <Button busy={save.isPending} onClick={() => save.mutate(undefined)}>
      <Download aria-hidden className="size-4" /> {children}
    </Button>
  );
}
