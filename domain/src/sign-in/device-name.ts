import { mark, say, t } from "@gavelyard/messages/text";

/**
 * Names a device by its user agent, "Chrome on Windows". Always English, since the name is stored
 * and compared.
 */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return mark("Unknown device");
  const browser =
    [
      ["Edg/", "Edge"],
      ["Firefox/", "Firefox"],
      ["Chrome/", "Chrome"],
      ["Safari/", "Safari"],
    ].find(([sign = ""]) => userAgent.includes(sign))?.[1] ?? mark("Browser");
  const system =
    [
      ["iPhone", "iPhone"],
      ["iPad", "iPad"],
      ["Android", "Android"],
      ["Windows", "Windows"],
      ["Mac OS", "Mac"],
      ["Linux", "Linux"],
    ].find(([sign = ""]) => userAgent.includes(sign))?.[1] ?? mark("unknown system");
  return `${browser} on ${system}`;
}

/** Translates a stored device name. */
export function deviceWords(name: string): string {
  const [browser = "", system] = name.split(" on ");
  if (system === undefined) return say(browser);
  return t("{browser} on {system}", { browser: say(browser), system: say(system) });
}
