import { msg } from "@gavelyard/messages/text";
import * as contract from "@gavelyard/contract/shill-signals";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { deviceOf } from "../network/device.ts";
import { notFound } from "../refusal.ts";
import type { Serve } from "../http/serve.ts";
import { searchSignals, setLooked, signalOf } from "./sql.ts";
import { pageOf } from "../http/page.ts";

export function signalRoutes(serve: Serve, context: Context): void {
  serve(contract.signals, async ({ query: { looked, page, size } }) => {
    const { content, total } = await searchSignals(context.pool, {
      looked: looked === "true",
      page,
      size,
    });
    return pageOf(content, total, { page, size });
  });

  serve(contract.lookAtSignal, ({ params: { userId }, body: { note }, user, request }) =>
    act(context, async (tx) => {
      const known = (await setLooked(tx, userId, { note, by: user.userId }))
        ? await signalOf(tx, userId)
        : null;
      if (known === null) throw notFound(msg("This signal no longer exists"));
      await insertAudit(tx, {
        actorId: user.userId,
        action: "signal-looked-at",
        subjectType: "user",
        subjectId: userId,
        after: { score: known.score, reasons: known.reasons.map(({ text }) => text) },
        reason: note,
        ip: deviceOf(request).ip,
      });
      return known;
    }),
  );
}
