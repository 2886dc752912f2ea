import { siteDetails } from "@gavelyard/contract/site";
import type { Context } from "../context.ts";
import { demoMark } from "../demo/mark-sql.ts";
import { demoAccounts } from "../demo/people.ts";
import type { Serve } from "../http/serve.ts";
import { contactOf, setting } from "../operating-settings/sql.ts";
import { freshFor } from "./fresh-for.ts";

/** A change of the settings is on every process's pages after this time. */
const FRESH_MS = 1_000;

/** What pages show of the site itself: contact details, a notice, and the sign-ins of a demo. */
export function siteRoutes(serve: Serve, { settings, pool, publicUrl }: Context): void {
  const details = freshFor(FRESH_MS, async () => {
    const [contact, notice, mark] = await Promise.all([
      contactOf(pool, settings),
      setting(pool, "notice"),
      // DEMO may be set on a database with other content, where these sign-ins do not exist.
      settings.demo ? demoMark(pool) : null,
    ]);
    return {
      name: "Gavelyard",
      url: publicUrl,
      ...contact,
      avatarUrl: settings.avatarUrl,
      notice: notice?.text ?? "",
      demo: mark === null ? null : { accounts: [...demoAccounts], mailboxUrl: "/demo/mailbox" },
    };
  });
  serve(siteDetails, details);
}
