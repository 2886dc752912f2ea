import type { Logger } from "pino";

let count = 0;

/**
 * Logs and counts unhandled promise rejections. Otherwise Node would end the process, and live
 * bidding with it, after one failed read (docs/decisions/0014).
 */
export function handleUnhandledRejections(log: Logger): void {
  process.on("unhandledRejection", (reason) => {
    count += 1;
    log.error({ err: reason }, "a promise rejection was not handled");
  });
}

export const unhandledRejections = () => count;
