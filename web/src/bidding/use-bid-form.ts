import { unawaited } from "@gavelyard/domain/unawaited";
import { useEffect, useState, type SyntheticEvent } from "react";
import { loadPart } from "../ui/later.tsx";

/** Loads the bid form, which only customers need; null while it loads. */
export function useBidForm(isCustomer: boolean) {
  const [form, set] = useState<typeof import("./bid-parts.ts") | null>(null);
  useEffect(() => {
    if (isCustomer) unawaited(loadPart(() => import("./bid-parts.ts")).then(set));
  }, [isCustomer]);
  return form;
}

/** Keeps a form that was submitted before the bid form has loaded, which takes it over. */
export function keepForBidForm(event: SyntheticEvent<HTMLFormElement, SubmitEvent>): void {
  event.preventDefault();
  const { submitter } = event.nativeEvent;
  if (submitter instanceof HTMLButtonElement) window.early = submitter;
}
