import type { Call } from "@gavelyard/client/call";
import type { ComponentProps } from "react";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { useAction, type ActionTexts } from "./use-action.ts";

/** A button that asks for confirmation, makes one call, and shows its outcome as a toast. */
export function ActionButton<Output>({
  act,
  done,
  failed,
  refresh,
  onDone,
  ...question
}: Omit<ComponentProps<typeof ConfirmButton>, "busy" | "onConfirm"> &
  ActionTexts & {
    act: (call: Call, reason: string) => Promise<Output>;
    /** Called on success, while the button is on the page. */
    onDone?: (output: Output) => void;
  }) {
  const { mutate, isPending } = useAction(act, { done, failed, refresh });
  return (
    <ConfirmButton
      {...question}
      busy={isPending}
      onConfirm={(reason) => mutate(reason, { onSuccess: (output) => onDone?.(output) })}
    />
  );
}
