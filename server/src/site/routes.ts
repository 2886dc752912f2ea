import { siteDetails } from "@gavelyard/contract/site";
import { say } from "@gavelyard/messages/text";
import type { Context } from "../context.ts";
import { demoMark } from "../demo-accounts/mark-sql.ts";
import { demoAccounts } from "../demo-accounts/people.ts";
import type { Serve } from "../http/serve.ts";
import { contactOf, setting } from "../operating-settings/sql.ts";
import { ttlCache } from "./ttl-cache.ts";

/** Cache time of the settings: a change reaches every process's pages within this many ms. */
const FRESH_MS = 1_000;

export function siteRoutes(serve: Serve, { settings, pool, publicUrl, servers }: Context): void {
  const details = ttlCache(FRESH_MS, async () => {
    const [contact, notice, delivery, mark] = await Promise.all([
      contactOf(pool, settings),
      setting(pool, "notice"),
      setting(pool, "delivery"),
      // DEMO can be set on a database with other content, which lacks these accounts.
      settings.demo ? demoMark(pool) : null,
    ]);
    return {
      name: "Gavelyard",
      url: publicUrl,
      ...contact,
      languages: [...settings.languages],
      avatarUrl: settings.avatarUrl,
      notice: notice?.text ?? "",
      delivery: delivery?.isOn ?? false,
      demo: mark === null ? null : { accounts: [...demoAccounts], mailboxUrl: "/demo/mailbox" },
    };
  });
  serve(siteDetails, async ({ reply }) => {
    const bidding = servers?.acceptsWrites ?? true;
    // Clients must notice when bidding is available again.
    if (!bidding) reply.header("Cache-Control", "no-store");
    const { demo, ...site } = await details();
    const accounts = demo?.accounts.map((account) => ({ ...account, label: say(account.label) }));
    return {
      ...site,
      demo: demo === null ? null : { ...demo, accounts: accounts ?? [] },
      bidding,
    };
  });
}
