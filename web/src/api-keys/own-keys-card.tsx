import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { useAction } from "../api/use-action.ts";
import { Card } from "../ui/card.tsx";
import { CheckField } from "../ui/form/field.tsx";
import { keyQueries, ownKeysQuery } from "./api.ts";
import { CreateKey } from "./create-key.tsx";
import { KeyList } from "./key-list.tsx";

/** A customer's own keys; hidden unless keys are offered or the customer still has some (D50). */
export function OwnKeysCard() {
  const { data } = useQuery(ownKeysQuery(useCall()));
  const allow = useAction(
    (call, allowed: boolean) => call("allowBidsByKey", { body: { allowed } }),
    {
      done: t("Choice saved"),
      failed: t("Couldn't save your choice."),
      refresh: keyQueries,
    },
  );
  // Most customers have no keys, so show nothing while loading.
  if (data === undefined || (data.scopes.length === 0 && data.keys.length === 0)) return null;
  const { scopes, bidsAllowed, keys } = data;
  return (
    <Card title={t("API keys")}>
      <p className="mb-4 max-w-[70ch] text-soft">
        {t(
          "For your own software. A key acts for you, within the permissions you choose. Keep it secret, like a password.",
        )}
      </p>
      <div className="grid gap-4">
        <CheckField
          label={t("Allow bids by API key")}
          hint={t("When this is off, no key can bid, whatever its permissions.")}
          checked={allow.isPending ? allow.variables : bidsAllowed}
          disabled={allow.isPending}
          onChange={(event) => allow.mutate(event.target.checked)}
        />
        {keys.length === 0 ? (
          <p>{t("You have no API keys yet.")}</p>
        ) : (
          <KeyList keys={keys} whose="own" />
        )}
        {scopes.length === 0 ? (
          <p className="text-soft">{t("We don't offer new API keys at the moment.")}</p>
        ) : (
          <CreateKey scopes={scopes} />
        )}
      </div>
    </Card>
  );
}
