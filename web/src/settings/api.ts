import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

/** The masked bank account to which buyers pay, and a pending change. */
export const bankDetailsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "bank-details"],
    queryFn: () => call("bankDetails"),
  });

export const backupsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "backups"],
    queryFn: () => call("backups"),
  });

/** All settings, each with its last change. */
export const settingsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "settings"],
    queryFn: () => call("operatingSettings"),
  });
