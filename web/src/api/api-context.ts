import { createContext, useContext } from "react";
import type { Call } from "@gavelyard/client/call";

/** The API client of this render: over the network in a browser, in-process on the server. */
export const ApiContext = createContext<Call | null>(null);

export function useCall(): Call {
  const call = useContext(ApiContext);
  if (call === null) throw new Error("useCall needs an ApiContext");
  return call;
}
