import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

/** The current default sale terms. */
export const saleTermsQuery = (call: Call) =>
  queryOptions({ queryKey: ["sale-terms"], queryFn: () => call("saleTerms") });
