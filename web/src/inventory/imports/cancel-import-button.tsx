import { useAction } from "../../session/use-action.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { importKeys } from "./import-api.ts";

/** Cancels an import before it has created any unit. */
export function CancelImportButton({ id }: { id: number }) {
  const cancel = useAction((call) => call("cancelUnitImport", { params: { id: String(id) } }), {
    done: "Import canceled",
    failed: "Couldn't cancel the import.",
    refresh: importKeys,
  });
  return (
    <ConfirmButton
      label="Cancel import"
      title="Cancel this import?"
      act="Cancel import"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined)}
    >
      None of its units are imported. To import them later, upload the file again.
    </ConfirmButton>
  );
}
