import { spawn } from "node:child_process";
import path from "node:path";
import { waitFor } from "../server/src/testing/wait-for.ts";

const root = path.resolve(import.meta.dirname, "..");
/** Many times what a start on a busy machine takes. */
const PRINTED_WITHIN_MS = 300_000;

/** What a process printed, and its exit code: null if a signal ended it. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A command in a process of its own. Its output comes in pieces, so tests only get whole parts. */
export interface Command {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /**
   * Returns standard output up to the empty line after `words`.
   * @throws Error when it ends without printing it, or prints nothing of it for five minutes
   */
  printed(words: string): Promise<string>;
  /** Also waits for the end of its output, which processes that it started hold open too. */
  readonly ended: Promise<Ended>;
  /** What it printed until now, for a person. */
  soFar(): string;
}

/** Starts a command, such as `["npm", "start"]`, with only these settings. */
export function runCommand(
  [program = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  dir = root,
): Command {
  const child = spawn(program, args, {
    cwd: dir,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], DRAIN_SEC: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output, errors }));
  });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    printed: (words) =>
      waitFor(
        () => {
          const at = output.indexOf(words);
          const end = at < 0 ? -1 : output.indexOf("\n\n", at);
          if (end >= 0) return output.slice(0, end);
          if (child.exitCode !== null || child.signalCode !== null) throw new Error("it ended");
          return undefined;
        },
        words,
        PRINTED_WITHIN_MS,
      ).catch((error: unknown) => {
        throw new Error(`it never printed "${words}":\n${output}\n${errors}`, { cause: error });
      }),
    ended,
    soFar: () => output + errors,
  };
}
