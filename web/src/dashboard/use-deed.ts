import { download } from "../api/files.ts";
import { useAct } from "../session/use-act.ts";
import { useSignOut } from "../session/use-sign-out.ts";
import type { Deed } from "./palette-acts.ts";

/** Does what the command palette offers beside going somewhere; told by a toast also once it is closed. */
export function useDeed(): (deed: Deed) => void {
  const signOut = useSignOut();
  const save = useAct(
    (_call, id: string | null) =>
      id === null
        ? download("exportUnits", {}, { body: { sort: "NEWEST" } })
        : download("invoicePdf", { id }),
    { done: "File saved", failed: "Couldn't load the file.", refresh: [] },
  );
  return (deed) => {
    if (deed === "sign-out") signOut();
    else if (deed === "export-units") save.mutate(null);
    else save.mutate(deed.invoicePdf);
  };
}
