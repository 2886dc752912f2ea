import { t } from "@gavelyard/messages/text";
import { AlertDialog } from "radix-ui";
import { useState, type ReactNode } from "react";
import { Button, type Tone } from "../button.tsx";
import { ReasonField } from "../form/reason-field.tsx";

/**
 * A button for an irreversible action: it asks for confirmation and states the effect. With
 * `reason`, a reason of at least 3 characters is required.
 */
export function ConfirmButton({
  label,
  title,
  confirmLabel,
  tone = "plain",
  trigger = tone,
  reason = false,
  presets = [],
  busy = false,
  className = "",
  onConfirm,
  children,
}: {
  label: ReactNode;
  title: string;
  confirmLabel: string;
  tone?: Tone;
  /** Tone of the button itself, where `tone` would be too loud. */
  trigger?: Tone;
  reason?: boolean;
  /** Reasons to choose from. */
  presets?: readonly string[];
  busy?: boolean;
  className?: string;
  onConfirm: (reason: string) => void;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [why, setWhy] = useState("");
  const [fault, setFault] = useState<string>();
  const confirm = () => {
    if (reason && why.trim().length < 3)
      return setFault(t("Enter a reason of at least 3 characters"));
    setOpen(false);
    setWhy("");
    return onConfirm(why.trim());
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen}>
      <AlertDialog.Trigger asChild>
        <Button tone={trigger} busy={busy} className={className}>
          {label}
        </Button>
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-asphalt opacity-60" />
        <AlertDialog.Content className="fixed left-1/2 top-1/2 z-50 w-[min(30rem,92vw)] -translate-x-1/2 -translate-y-1/2 rounded-lg bg-paper p-5">
          <AlertDialog.Title className="text-lg font-bold">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 text-soft">{children}</div>
          </AlertDialog.Description>
          {reason ? (
            <div className="mt-4">
              <ReasonField
                rows={3}
                value={why}
                presets={presets}
                error={fault}
                onChange={(text) => {
                  setWhy(text);
                  setFault(undefined);
                }}
              />
            </div>
          ) : null}
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button>{t("Back")}</Button>
            </AlertDialog.Cancel>
            <Button tone={tone === "danger" ? "danger" : "primary"} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
