import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useState } from "react";
import { Button } from "../button.tsx";
import { TextField } from "./field.tsx";

/** Shows a secret that is never shown again, with a button to copy it. */
export function SecretOnce({
  label,
  secret,
  note,
  onDone,
}: {
  label: string;
  secret: string;
  note: string;
  onDone: () => void;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <div role="group" aria-label={label} className="grid gap-3 rounded-md bg-sunken p-4">
      <TextField
        label={label}
        hint={note}
        readOnly
        autoFocus={false}
        value={secret}
        code
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          tone="primary"
          // If the browser blocks the clipboard, the user can still copy from the field.
          onClick={() => unawaited(copy().catch(() => setCopied(false)))}
        >
          {copied ? t("Copied") : t("Copy")}
        </Button>
        <Button onClick={onDone}>{t("Done")}</Button>
        <span role="status" className="sr-only">
          {copied ? t("Copied to the clipboard") : ""}
        </span>
      </div>
    </div>
  );
}
