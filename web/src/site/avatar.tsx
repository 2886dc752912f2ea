import { avatarFile, type AvatarSize } from "@gavelyard/domain/users/avatar";
import { useState } from "react";
import { useSite } from "./site.ts";

/** An avatar for a name: drawn from its initials, or from a service that operators chose (D34). */
export function Avatar({
  name,
  size = 128,
  className = "size-9",
}: {
  name: string;
  /** Size of the picture in pixels; `className` sets the displayed size. */
  size?: AvatarSize;
  className?: string;
}) {
  const template = useSite()?.avatarUrl ?? null;
  const [isLost, setLost] = useState(false);
  const [isGone, setGone] = useState(false);
  const isOurs = template === null || isLost;
  const src = isOurs
    ? `/media/avatars/${avatarFile(name, size)}`
    : template
        .replaceAll("{size}", String(size))
        .replaceAll("{name}", () => encodeURIComponent(name));
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      className={`${className} shrink-0 rounded-full object-cover ${isGone ? "invisible" : ""}`}
      // Without a network, an empty place looks better than a broken picture.
      onError={() => (isOurs ? setGone(true) : setLost(true))}
    />
  );
}
