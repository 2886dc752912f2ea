/** An address of PostgreSQL: all before the hosts, the hosts, all after them. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/;

/** The address of each host of a database URL; hosts are separated by commas. Empty for an invalid URL. */
export function urlsOf(url: string): string[] {
  const [, before, hosts, after] = ADDRESS.exec(url) ?? [];
  if (before === undefined || hosts === undefined) return [];
  const urls = hosts.split(",").map((host) => `${before}${host}${after ?? ""}`);
  return urls.every((each) => URL.parse(each)?.hostname) ? urls : [];
}
