import { useEffect, useState } from "react";
import { navigate, useLocation } from "../ui/page/router.tsx";

const tokenIn = ({ hash, search }: { readonly hash: string; readonly search: string }) =>
  new URLSearchParams(hash.slice(1)).get("token") ?? new URLSearchParams(search).get("token") ?? "";

/**
 * Returns the token of an emailed link to a page: from the fragment, or the query in older links.
 * It is removed from the address bar at once, so that neither the history nor the screen shows it
 * (D43).
 */
export function useLinkToken(path: string): string {
  const location = useLocation();
  const linkToken = tokenIn(location);
  const [token, setToken] = useState(linkToken);
  if (linkToken !== "" && linkToken !== token) setToken(linkToken);
  useEffect(() => {
    if (linkToken !== "") navigate(path, { replace: true });
  }, [linkToken, path]);
  return token;
}
