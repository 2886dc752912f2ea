import { useSearchParams, type NavigateOptions } from "react-router";

/**
 * Returns the address's fields and a function to change them. A change starts from the current
 * address, so that two changes at the same time don't overwrite each other.
 */
export function useSearch(): [
  URLSearchParams,
  (change: (now: URLSearchParams) => void, options?: NavigateOptions) => void,
] {
  const [search, setSearch] = useSearchParams();
  return [
    search,
    (change, options) => {
      const now = new URLSearchParams(window.location.search);
      change(now);
      setSearch(now, options);
    },
  ];
}
