import { t } from "@gavelyard/messages/text";
import { ActionButton } from "../../api/action-button.tsx";
import { importKeys } from "./import-api.ts";

/** Cancels an import before it has created any unit. */
export function CancelImportButton({ id }: { id: number }) {
  return (
    <ActionButton
      label={t("Cancel import")}
      title={t("Cancel this import?")}
      confirmLabel={t("Cancel import")}
      act={(call) => call("cancelUnitImport", { params: { id: String(id) } })}
      done={t("Import canceled")}
      failed={t("Couldn't cancel the import.")}
      refresh={importKeys}
    >
      {t("None of its units are imported. To import them later, upload the file again.")}
    </ActionButton>
  );
}
