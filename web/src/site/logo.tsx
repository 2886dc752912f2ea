import { Link } from "../ui/page/router.tsx";

/** Links to the first page. `word` has classes of the name, which narrow bars hide. */
export function Logo({ word = "" }: { word?: string }) {
  return (
    <Link
      to="/"
      className="flex min-h-11 items-center gap-2 text-xl font-extrabold tracking-tight text-on-asphalt no-underline"
    >
      <svg aria-hidden viewBox="0 0 32 32" className="size-8">
        <path d="M7 12.5 15.5 7l5.2 8-8.5 5.5z" fill="var(--amber)" />
        <path d="m19 16.5 6.5 6" stroke="var(--amber)" strokeWidth="3.4" strokeLinecap="round" />
        <path d="M6 26h13" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
      </svg>
      <span className={word}>Gavelyard</span>
    </Link>
  );
}
