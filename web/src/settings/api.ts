import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

/** The account to which buyers pay, masked, and a change that waits. */
export const bankDetailsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "bank-details"],
    queryFn: () => call("bankDetails"),
  });

/** What operators set, with who changed it last. */
export const settingsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "settings"],
    queryFn: () => call("operatingSettings"),
  });
