import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useCall } from "../api/api-context.ts";
import { endSession } from "./session.ts";

/** Signs out here and on the server, forgets what was read, and returns home (section 4). */
export function useSignOut(): () => void {
  const call = useCall();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () => {
    // The session ends on this device also when the server cannot hear of it.
    void call("logout")
      .catch(() => {})
      .finally(() => {
        endSession("signed-out");
        queries.removeQueries({ queryKey: ["me"] });
        void navigate("/");
      });
  };
}
