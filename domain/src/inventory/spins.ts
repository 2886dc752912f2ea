import { msg, type Message } from "@gavelyard/messages/text";

/** Fewest and most pictures of a 360° view (D69). */
export const MIN_SPIN_FRAMES = 12;
export const MAX_SPIN_FRAMES = 72;

/** How far pictures' aspect ratios may differ, since sizes are whole pixels. */
const SHAPE_TOLERANCE = 0.01;

/** Returns why pictures, by their size in pixels, can't make a 360° view; null if they can. */
export function refuseSpin(
  frames: readonly { readonly width: number; readonly height: number }[],
): Message | null {
  if (frames.length < MIN_SPIN_FRAMES || frames.length > MAX_SPIN_FRAMES) {
    return msg(
      "A 360° view needs {MIN_SPIN_FRAMES} to {MAX_SPIN_FRAMES} pictures; you added {number}",
      {
        MIN_SPIN_FRAMES,
        MAX_SPIN_FRAMES,
        number: frames.length,
      },
    );
  }
  const [first] = frames;
  const other = frames.findIndex(
    ({ width, height }) =>
      first !== undefined &&
      Math.abs((width * first.height) / (height * first.width) - 1) > SHAPE_TOLERANCE,
  );
  return other === -1
    ? null
    : msg("Picture {number} isn't the same shape as the first. Use one camera position.", {
        number: other + 1,
      });
}
