import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useCall } from "./api-context.ts";
import type { Call } from "@gavelyard/client/call";
import { toast, toastMessage } from "../ui/toast-store.ts";
import { isWaiting, messageOf } from "./messages.ts";

/** Messages of an action, and the queries that it changes. */
export interface ActionTexts {
  /** Title of the toast on success. */
  readonly done: string;
  /** Shown when the server gives no message. */
  readonly failed: string;
  /**
   * Keys of the queries to refetch, also after a failure: another person may have done it first.
   */
  readonly refresh: readonly QueryKey[];
}

/** Returns a mutation that makes one call and shows its success or failure as a toast. */
export function useAction<Input, Output = unknown>(
  action: (call: Call, input: Input) => Promise<Output>,
  { done, failed, refresh }: ActionTexts,
) {
  const call = useCall();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => action(call, input),
    onSuccess: () => toast({ type: "success", title: done }),
    onError: (error) => toastMessage(messageOf(error, failed), isWaiting(error) ? "info" : "error"),
    onSettled: () =>
      Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
