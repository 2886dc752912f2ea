import { useCall } from "../api/api-context.ts";
import { endSession } from "../session/session.ts";

/** Signs out on this device and on the server (section 4). */
export function useSignOut(): () => void {
  const call = useCall();
  return () => {
    // Send it while there is a token; the session ends here even if the server can't be reached.
    call("logout").catch(() => {});
    endSession();
  };
}
