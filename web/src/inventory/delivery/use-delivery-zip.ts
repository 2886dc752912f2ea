import { useSite } from "../../layout/site.ts";
import { useReaderZip } from "../../session/reader-zip.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useSearch } from "../../ui/router.tsx";

/**
 * Returns the ZIP code of the address, or else the reader's; empty if there is none, or while the
 * house doesn't deliver.
 */
export function useDeliveryZip(): string {
  const kept = useReaderZip();
  const [search] = useSearch();
  const asked = search.get("zip") ?? "";
  // The server estimates nothing, so that a page is the same for everyone.
  const isInBrowser = useHydrated();
  if (useSite()?.delivery !== true || !isInBrowser) return "";
  return /^\d{5}$/.test(asked) ? asked : kept;
}
