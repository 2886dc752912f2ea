import { unawaited } from "@gavelyard/domain/unawaited";
import { useEffect, useState } from "react";
import { loadPart } from "../ui/later.tsx";

/** Loads the bid form, which only customers need; null while it loads. */
export function useBidForm(isCustomer: boolean) {
  const [form, set] = useState<typeof import("./bid-parts.ts") | null>(null);
  useEffect(() => {
    if (isCustomer) unawaited(loadPart(() => import("./bid-parts.ts")).then(set));
  }, [isCustomer]);
  return form;
}
