import { useLocation } from "../ui/page/router.tsx";

/** Returns the address of the sign-in page that leads back to this one. */
export function useSignInHere(): string {
  const { pathname, search } = useLocation();
  return `/login?from=${pathname}${encodeURIComponent(search)}`;
}
