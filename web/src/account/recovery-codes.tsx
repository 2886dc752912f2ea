import { t } from "@gavelyard/messages/text";
import { Download } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";

export function RecoveryCodes({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const text = [t("Gavelyard recovery codes"), t("Each works once."), "", ...codes, ""].join("\n");
  return (
    <Sheet
      title={t("Save your recovery codes")}
      place="right"
      close={t("I've saved them")}
      onClose={onClose}
    >
      <p className="mb-4">
        {t(
          "If you lose your passkey or phone, use one of these codes to sign in. Each code works once. Keep them in a safe place; we can't show them again.",
        )}
      </p>
      <ul
        aria-label={t("Recovery codes")}
        className="code mb-4 grid gap-1 rounded-md bg-sunken p-4"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={() => saveFile(new Blob([text]), "gavelyard-recovery-codes.txt")}>
        <Download aria-hidden className="size-4" /> {t("Download recovery codes")}
      </Button>
    </Sheet>
  );
}
