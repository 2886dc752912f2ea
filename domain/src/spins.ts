import { msg, type Message } from "@gavelyard/messages/text";

/** Fewest and most pictures of a 360° view (D69). */
export const MIN_SPIN_FRAMES = 12;
export const MAX_SPIN_FRAMES = 72;

/** How much the shape of pictures may differ, since they are rounded to whole pixels. */
const SHAPE_TOLERANCE = 0.01;

/** Returns why pictures, each with its size in pixels, make no 360° view; null when they do. */
export function refuseSpin(
  frames: readonly { readonly width: number; readonly height: number }[],
): Message | null {
  if (frames.length < MIN_SPIN_FRAMES || frames.length > MAX_SPIN_FRAMES) {
    return msg("A 360° view takes {MIN_SPIN_FRAMES} to {MAX_SPIN_FRAMES} pictures, not {number}", {
      MIN_SPIN_FRAMES,
      MAX_SPIN_FRAMES,
      number: frames.length,
    });
  }
  const [first] = frames;
  const other = frames.findIndex(
    ({ width, height }) =>
      first !== undefined &&
      Math.abs((width * first.height) / (height * first.width) - 1) > SHAPE_TOLERANCE,
  );
  return other === -1
    ? null
    : msg("Picture {number} has another shape than the first. Use one camera position.", {
        number: other + 1,
      });
}
