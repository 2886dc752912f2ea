import { Bell, Bookmark, Scale, Search } from "lucide-react";

const icons = { bell: Bell, bookmark: Bookmark, scale: Scale, search: Search } as const;

/** Icons that a page repeats, per listed unit and bar, defined once per page. */
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

/** An icon from `ListIcons`, for a button with a label; `filled` fills its outline. */
export function ListIcon({ name, filled = false }: { name: keyof typeof icons; filled?: boolean }) {
  return (
    <svg className={filled ? "icon fill-current" : "icon"}>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
