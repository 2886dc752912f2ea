import { readFileSync } from "node:fs";

/**
 * Preloaded into a server process. Shifts its wall clock by the ms in the file `CLOCK_STEP_FILE`,
 * which it rereads. Like setting a machine's clock, this doesn't shift the monotonic clock and
 * timers.
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
