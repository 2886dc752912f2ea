import { useAct } from "../../session/use-act.ts";
import { Ask } from "../../ui/ask.tsx";
import { importKeys } from "./import-api.ts";

/** Ends an import of which nothing is in yet. */
export function GiveUp({ id }: { id: number }) {
  const cancel = useAct((call) => call("cancelUnitImport", { params: { id: String(id) } }), {
    done: "The import is given up",
    failed: "It could not be given up.",
    refresh: importKeys,
  });
  return (
    <Ask
      label="Give up"
      title="Give this import up?"
      act="Give it up"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined)}
    >
      Nothing of it is imported. To bring its units in after all, hand the file in again.
    </Ask>
  );
}
