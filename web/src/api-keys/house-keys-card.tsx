import type { HouseApiKey } from "@gavelyard/contract/api-keys";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { Card } from "../ui/card.tsx";
import { Pagination } from "../ui/list/pagination.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { houseKeysQuery, ownKeysQuery } from "./api.ts";
import { CreateKey } from "./create-key.tsx";
import { KeyList } from "./key-list.tsx";
import { Link } from "../ui/page/router.tsx";

/**
 * All API keys, for staff. Administrators create keys for the house and can revoke any key (D50).
 */
export function HouseKeysCard({ admin, section }: { admin: boolean; section: Ref<HTMLElement> }) {
  const call = useCall();
  const address = useAddress();
  const query = useQuery(houseKeysQuery(call, numberOf(address.get("keys")) ?? 0));
  const own = useQuery({ ...ownKeysQuery(call), enabled: admin });
  return (
    <Card title={t("API keys")} section={section}>
      <p className="mb-4 max-w-[70ch] text-soft">
        {t(
          "API keys let your systems, and your customers', use Gavelyard. A key acts for its owner, within the permissions it was given.",
        )}
      </p>
      <Read query={query} failure={t("Couldn't load the API keys.")} className="h-48">
        {({ content, number, totalPages }) => (
          <div className="grid gap-4">
            {content.length === 0 ? (
              <p>
                {admin
                  ? t("No API keys yet. Create one for another system you use.")
                  : t("No API keys yet.")}
              </p>
            ) : (
              <KeyList keys={content} whose={admin ? "anyone's" : null} owner={ownerOf} />
            )}
            <Pagination
              page={number}
              totalPages={totalPages}
              linkTo={(next) => address.toPage(next, "keys")}
            />
            {own.data === undefined ? null : <CreateKey scopes={own.data.scopes} />}
          </div>
        )}
      </Read>
    </Card>
  );
}

function ownerOf({ ownerId, ownerName, byStaff }: HouseApiKey): ReactNode {
  if (byStaff) return t("{ownerName}, staff", { ownerName });
  return <Link to={`?tab=users&user=${ownerId}`}>{t("{ownerName}, customer", { ownerName })}</Link>;
}
