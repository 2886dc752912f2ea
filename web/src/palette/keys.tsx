import { isStaff } from "@gavelyard/domain/users/roles";
import { useSession } from "../session/session.ts";
import { shortcuts } from "../shortcuts/shortcuts.ts";
import { later } from "../ui/later.tsx";
import { KeyPresses } from "./key-presses.tsx";

const ReaderPalette = later(() => import("./reader-palette.tsx"));
const StaffKeys = later(() => import("./staff-keys.tsx"));

/** Runs keyboard shortcuts, and shows the palette and the list of shortcuts (D66). */
export default function Keys() {
  const session = useSession();
  return session !== null && isStaff(session.userRole) ? (
    <StaffKeys session={session} />
  ) : (
    <KeyPresses
      all={shortcuts}
      palette={(close) => <ReaderPalette session={session} onClose={close} />}
    />
  );
}
