import { useSite } from "../../layout/site.ts";
import { useReaderZip } from "../../session/reader-zip.ts";

/** Returns the reader's ZIP code; empty if there is none, or while the house doesn't deliver. */
export function useDeliveryZip(): string {
  const zip = useReaderZip();
  return useSite()?.delivery === true ? zip : "";
}
