import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { chromium } from "playwright";

const run = promisify(execFile);
/**
 * Candidate paths. Headless shell comes first, because it renders the same pages with a third less
 * CPU.
 */
const places = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Returns the path of a Chromium that shows notifications, which headless shell can't. */
export const findWholeChromium = (): string | undefined =>
  [process.env["CHROMIUM"] ?? "", ...places, chromium.executablePath()].find(
    (place) => !place.includes("headless") && existsSync(place),
  );
/** Debian packages to try, in order. */
const packages = ["chromium-headless-shell", "chromium"];

function findPath(): string | undefined {
  const given = process.env["CHROMIUM"];
  if (given !== undefined && given !== "") return given;
  return [...places, chromium.executablePath()].find((place) => existsSync(place));
}

/**
 * Returns Chromium's path. Installs Chromium if missing: a Debian package when run as root,
 * otherwise Playwright's build.
 * @throws Error that says what to do
 */
export async function findChromium(say: (line: string) => void): Promise<string> {
  const there = findPath();
  if (there !== undefined) return there;
  say("Installing Chromium for the browser tests ...");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-qq"], { env }).catch(() => {});
    for (const name of packages) {
      if (findPath() !== undefined) break;
      await run("apt-get", ["install", "-y", "-qq", name], { env, maxBuffer: 64 << 20 }).catch(
        () => {},
      );
    }
  }
  if (findPath() === undefined) {
    await run("node_modules/.bin/playwright", ["install", "chromium"], {
      maxBuffer: 64 << 20,
    }).catch(() => {});
  }
  const installed = findPath();
  if (installed !== undefined) return installed;
  throw new Error("No Chromium found or installed: install one and set CHROMIUM to its path");
}
