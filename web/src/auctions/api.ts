import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

/** The list of auctions; it polls every 30 s on the main screen (section 7). */
export const auctionsQuery = (call: Call) =>
  queryOptions({ queryKey: ["auctions"], queryFn: () => call("listAuctions") });
