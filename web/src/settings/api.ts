import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

/** What operators set, with who changed it last. */
export const settingsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "settings"],
    queryFn: () => call("operatingSettings"),
  });
