import { t } from "@gavelyard/messages/text";
import { useAction } from "../../api/use-action.ts";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { importKeys } from "./import-api.ts";

/** Cancels an import before it has created any unit. */
export function CancelImportButton({ id }: { id: number }) {
  const cancel = useAction((call) => call("cancelUnitImport", { params: { id: String(id) } }), {
    done: t("Import canceled"),
    failed: t("Couldn't cancel the import."),
    refresh: importKeys,
  });
  return (
    <ConfirmButton
      label={t("Cancel import")}
      title={t("Cancel this import?")}
      confirmLabel={t("Cancel import")}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined)}
    >
      {t("None of its units are imported. To import them later, upload the file again.")}
    </ConfirmButton>
  );
}
