import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

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

export const taxQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "tax"],
    queryFn: () => call("taxSettings"),
  });

export const settingsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "settings"],
    queryFn: () => call("operatingSettings"),
  });
