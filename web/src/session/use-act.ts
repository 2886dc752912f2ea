import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import type { Call } from "../api/client.ts";
import { toast, toastMessage } from "../ui/toast-store.ts";
import { messageOf } from "./messages.ts";

/** What is said of an act, and what it changes. */
export interface ActWords {
  /** The toast's title once it is done. */
  readonly done: string;
  /** Said when the server gives no message. */
  readonly failed: string;
  /** Keys of the queries that are read again, also when it failed: another may have done it. */
  readonly refresh: readonly QueryKey[];
}

/** Something that is done with one call: it is said when it is done, and when it failed. */
export function useAct<Input, Output = unknown>(
  act: (call: Call, input: Input) => Promise<Output>,
  { done, failed, refresh }: ActWords,
) {
  const call = useCall();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => act(call, input),
    onSuccess: () => toast({ type: "success", title: done }),
    onError: (error) => toastMessage(messageOf(error, failed), "error"),
    onSettled: () =>
      Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
