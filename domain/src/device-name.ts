/** Returns a name for a device, such as "Chrome on Windows", from its user agent. */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null) return "Unknown device";
  const browser =
    [
      ["Edg/", "Edge"],
      ["Firefox/", "Firefox"],
      ["Chrome/", "Chrome"],
      ["Safari/", "Safari"],
    ].find(([mark = ""]) => userAgent.includes(mark))?.[1] ?? "Browser";
  const system =
    [
      ["iPhone", "iPhone"],
      ["iPad", "iPad"],
      ["Android", "Android"],
      ["Windows", "Windows"],
      ["Mac OS", "Mac"],
      ["Linux", "Linux"],
    ].find(([mark = ""]) => userAgent.includes(mark))?.[1] ?? "unknown system";
  return `${browser} on ${system}`;
}
