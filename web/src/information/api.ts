import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

/** The current default sale terms. */
export const saleTermsQuery = (call: Call) =>
  queryOptions({ queryKey: ["sale-terms"], queryFn: () => call("saleTerms") });
