import type { Logger } from "pino";

let count = 0;

/**
 * Logs and counts promises that reject with nobody listening. Without this Node would end the process,
 * and live bidding with it, for one failed read (docs/decisions/0014).
 */
export function hearUnhandledRejections(log: Logger): void {
  process.on("unhandledRejection", (reason) => {
    count += 1;
    log.error({ err: reason }, "a promise rejection was not handled");
  });
}

/** How many there were since the start. */
export const unhandledRejections = () => count;
