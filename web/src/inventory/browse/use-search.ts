import { useSearchParams, type NavigateOptions } from "react-router";

/**
 * The fields of the address, and what changes them. A change starts from the address as it is now, so that
 * of two choices in one moment none is lost.
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
