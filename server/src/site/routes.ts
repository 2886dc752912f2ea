import { siteDetails } from "@gavelyard/contract/site";
import type { Context } from "../context.ts";
import { demoMark } from "../demo/mark-sql.ts";
import { demoAccounts } from "../demo/people.ts";
import type { Serve } from "../http/serve.ts";

/** What pages show of the site itself: contact details, and the sign-ins of a demo. */
export function siteRoutes(serve: Serve, { settings, pool, publicUrl }: Context): void {
  const { phone, email, address, instagram, facebook } = settings.site;
  serve(siteDetails, async () => {
    // DEMO may be set on a database with other content, where these sign-ins do not exist.
    const isDemo = settings.demo && (await demoMark(pool)) !== null;
    return {
      name: "Gavelyard",
      url: publicUrl,
      phone,
      email,
      address,
      instagram,
      facebook,
      demo: isDemo ? { accounts: [...demoAccounts], mailboxUrl: "/demo/mailbox" } : null,
    };
  });
}
