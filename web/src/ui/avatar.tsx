import { avatarInitials, avatarTone } from "@gavelyard/domain/avatar";

const tones = [
  "bg-amber text-on-amber",
  "bg-asphalt-soft text-on-asphalt",
  "bg-winning-bg text-winning",
  "bg-sunken text-ink",
] as const;

/** A picture of a name, drawn here so that no name leaves the site (D34). */
export function Avatar({ name, size = "size-9" }: { name: string; size?: string }) {
  return (
    <span
      aria-hidden
      className={`grid ${size} shrink-0 place-items-center rounded-full text-sm font-bold ${tones[avatarTone(name, tones.length)] ?? ""}`}
    >
      {avatarInitials(name)}
    </span>
  );
}
