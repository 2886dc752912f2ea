import { t, say } from "@gavelyard/messages/text";
import type { UserForStaff } from "@gavelyard/contract/users/users";
import { permissionNames, permissions, type Permission } from "@gavelyard/domain/users/permissions";
import { useState, type FormEvent } from "react";
import { useSession } from "../session/session.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";
import { CheckField } from "../ui/form/field.tsx";
import { usePermissions } from "../account/api.ts";

const meanings: Readonly<Record<Permission, string>> = {
  documents: t("Open documents for bid limits and financing, and decide finance applications"),
  money: t("See invoices and pickups, record payments and change bank details"),
  gate: t("Release paid units at a yard's gate"),
  titles: t("Keep titles: arrivals, faults and shipping"),
  auctions: t("Manage units, imports, auctions and winners, and use the control room"),
  sellers: t("Keep sellers, and the accounts that act for them"),
  users: t("See accounts, and change their limits, status, sign-ins and permissions"),
  settings: t("Change settings, webhooks and API keys, and read the logs"),
};

/** A staff member's permissions, which another administrator can change (D57). */
export function PermissionsForm({ user, admin }: { user: UserForStaff; admin: boolean }) {
  const me = useSession()?.userId;
  const mayChange = admin && me !== user.id && user.status !== "CLOSED";
  return (
    <section aria-label={t("Permissions")}>
      <h3 className="mb-1 font-bold">{t("Permissions")}</h3>
      {mayChange ? (
        <Form user={user} />
      ) : (
        <>
          <p>{user.permissions.map((one) => say(permissionNames[one])).join(", ") || t("None")}</p>
          {admin && me === user.id ? (
            <p className="text-sm text-soft">
              {t("Only another administrator can change your permissions.")}
            </p>
          ) : null}
        </>
      )}
    </section>
  );
}

function Form({ user }: { user: UserForStaff }) {
  const own = usePermissions();
  const [changes, setChanges] = useState<Partial<Record<Permission, boolean>>>({});
  const save = useAction(
    (call) =>
      call("changePermissions", {
        params: { id: String(user.id) },
        body: { permissions: changes },
      }),
    {
      done: t("Permissions saved"),
      failed: t("Couldn't save the permissions."),
      refresh: [["staff", "users"]],
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(null, { onSuccess: () => setChanges({}) });
  };
  return (
    <form className="grid gap-1" onSubmit={submit}>
      <p className="text-sm text-soft">
        {t(
          "What {name} can do within the role. Changes take effect immediately, and we email {name}.",
          {
            name: user.name,
          },
        )}
      </p>
      {permissions.map((one) => {
        const held = user.permissions.includes(one);
        const exceedsOwn = !held && !own.includes(one);
        return (
          <CheckField
            key={one}
            label={say(permissionNames[one])}
            hint={exceedsOwn ? t("You can't grant a permission you don't have.") : meanings[one]}
            checked={changes[one] ?? held}
            disabled={exceedsOwn || save.isPending}
            onChange={({ target }) => setChanges({ ...changes, [one]: target.checked })}
          />
        );
      })}
      <Button
        type="submit"
        className="mt-2 justify-self-start"
        busy={save.isPending}
        disabled={permissions.every(
          (one) =>
            (changes[one] ?? user.permissions.includes(one)) === user.permissions.includes(one),
        )}
      >
        {t("Save permissions")}
      </Button>
    </form>
  );
}
