import { Bookmark, Clock, Gavel, Scale } from "lucide-react";

const icons = { bookmark: Bookmark, clock: Clock, gavel: Gavel, scale: Scale } as const;

/** The drawings that lists repeat for each unit, once in a page. */
export function ListIcons() {
  return (
    <svg aria-hidden className="hidden">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Icon fill="inherit" />
        </symbol>
      ))}
    </svg>
  );
}

/** One of the drawings in `ListIcons`; `filled` fills its outline. */
export function ListIcon({
  name,
  className,
  filled = false,
}: {
  name: keyof typeof icons;
  className: string;
  filled?: boolean;
}) {
  return (
    <svg aria-hidden className={className} fill={filled ? "currentColor" : "none"}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
