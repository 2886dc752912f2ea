import { usePermissions } from "../account/api.ts";
import type { Session } from "../session/session.ts";
import { KeyPresses } from "./key-presses.tsx";
import StaffPalette from "./staff-palette.tsx";
import { staffShortcuts } from "./staff-shortcuts.ts";

export default function StaffKeys({ session }: { session: Session }) {
  const viewer = { admin: session.userRole === "ROLE_ADMIN", permissions: usePermissions() };
  return (
    <KeyPresses
      all={staffShortcuts(viewer)}
      palette={(close) => <StaffPalette session={session} onClose={close} />}
    />
  );
}
