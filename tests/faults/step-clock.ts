import { readFileSync } from "node:fs";

/**
 * Loaded into a product's process before all else: its wall clock goes wrong by the ms that stand in
 * the file of `CLOCK_STEP_FILE`, whenever they change. Its steady clock and its timers do not, as on
 * a machine whose clock somebody sets.
 */
const file = process.env["CLOCK_STEP_FILE"] ?? "";
let stepMs = 0;
setInterval(() => {
  stepMs = Number(readFileSync(file, "utf8"));
}, 20).unref();

const now = Date.now.bind(Date);
globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [now() + stepMs] : given, made),
  get: (target, name) => (name === "now" ? () => now() + stepMs : Reflect.get(target, name)),
});
