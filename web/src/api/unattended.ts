/** How long after the last input a page's calls still count as use by a person. */
const ATTENDED_MS = 60_000;

let lastInputMs = Date.now();

/** Notes the user's input, so that calls without it don't keep a staff session open (D41). */
export function watchInput(): void {
  for (const event of ["pointerdown", "pointermove", "keydown", "wheel", "focus"])
    window.addEventListener(event, () => (lastInputMs = Date.now()), {
      capture: true,
      passive: true,
    });
}

/** Returns a header that tells the server if a call is the page's own, not a person's. */
export const unattendedHeader = (): Readonly<Record<string, string>> =>
  Date.now() - lastInputMs > ATTENDED_MS ? { "X-Unattended": "1" } : {};
