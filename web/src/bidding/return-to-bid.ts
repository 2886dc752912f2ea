import { withReturn } from "../session/return-to.ts";
import { useLocation } from "../ui/page/router.tsx";

/** Returns the address of a sign-in or sign-up page that leads back to bid on this one. */
export function useReturnToBid(): (screen: string) => string {
  const { pathname, search } = useLocation();
  return (screen) => withReturn(screen, `${pathname}${search}#bid`);
}
