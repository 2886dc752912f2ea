import { LinkButton } from "../ui/button.tsx";
import { usePermissions } from "../account/api.ts";

/** Leads to a unit at the gate, for those who may let it leave (D73). */
export function GateLink({ awardId, label }: { awardId: number; label: string }) {
  return usePermissions().includes("gate") ? (
    <LinkButton to={`?tab=gate&award=${awardId}`}>{label}</LinkButton>
  ) : null;
}
