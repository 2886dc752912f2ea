import { useSite } from "../../site/site.ts";
import { useReaderZip } from "../../session/reader-zip.ts";
import { useHydrated } from "../../ui/page/use-hydrated.ts";
import { useSearch } from "../../ui/page/router.tsx";

/**
 * Returns the ZIP code in the address, else the reader's; empty if there is none or delivery isn't
 * offered.
 */
export function useDeliveryZip(): string {
  const readerZip = useReaderZip();
  const [search] = useSearch();
  const fromAddress = /^\d{5}$/.exec(search.get("zip") ?? "")?.[0];
  // The server estimates nothing, so that a page is the same for everyone.
  const isInBrowser = useHydrated(fromAddress !== undefined);
  if (useSite()?.delivery !== true || !isInBrowser) return "";
  return fromAddress ?? readerZip;
}
