import { useCall } from "../api/api-context.ts";
import { endSession } from "./session.ts";

/** Signs out here and on the server (section 4). */
export function useSignOut(): () => void {
  const call = useCall();
  return () => {
    // Sent while there is a token; the session ends on this device even if the server can't be reached.
    call("logout").catch(() => {});
    endSession();
  };
}
