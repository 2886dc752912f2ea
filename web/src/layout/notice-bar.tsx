import { useSite } from "./site.ts";

/** What operators have to say on every page; it stands beside the live banner, never in its place. */
export function NoticeBar() {
  const notice = useSite()?.notice ?? "";
  if (notice === "") return null;
  return (
    <aside
      aria-label="Notice"
      className="print:hidden border-b border-line bg-sunken px-4 py-2 text-center font-semibold"
    >
      {notice}
    </aside>
  );
}
