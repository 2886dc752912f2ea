import { useAct } from "../../session/use-act.ts";
import { Ask } from "../../ui/ask.tsx";
import { importKeys } from "./import-api.ts";

/** Ends an import of which nothing is in yet. */
export function GiveUp({ id }: { id: number }) {
  const cancel = useAct((call) => call("cancelUnitImport", { params: { id: String(id) } }), {
    done: "Import canceled",
    failed: "Couldn't cancel the import.",
    refresh: importKeys,
  });
  return (
    <Ask
      label="Cancel import"
      title="Cancel this import?"
      act="Cancel import"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined)}
    >
      None of its units are imported. To import them later, upload the file again.
    </Ask>
  );
}
