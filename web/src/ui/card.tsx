import type { ReactNode, Ref } from "react";

export function Card({
  title,
  action,
  children,
  className = "",
  section,
}: {
  title: string;
  action?: ReactNode;
  /** Ref to the element, to scroll or focus there. */
  section?: Ref<HTMLElement>;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section
      ref={section}
      tabIndex={section === undefined ? undefined : -1}
      aria-label={title}
      className={`rounded-lg border border-line bg-sheet p-5 ${className}`}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex-1 basis-48">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export function Facts({
  rows,
}: {
  rows: readonly (readonly [name: string, value: ReactNode, className?: string])[];
}) {
  return (
    <dl>
      {rows.map(([name, value, className = ""]) => (
        <div
          key={name}
          className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0"
        >
          <dt className="text-soft">{name}</dt>
          <dd className={`text-right font-semibold ${className}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
