import type { SecurityRecord } from "@gavelyard/contract/security-log";
import {
  securityEventNames,
  securityEvents,
  type SecurityEvent,
} from "@gavelyard/domain/audit/security-events";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { AddressFilter } from "../ui/form/address-filter.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";

import { Pagination } from "../ui/list/pagination.tsx";
import { EmptyState } from "../ui/states.tsx";
import { numberOf, useAddress, type Address } from "../ui/page/use-address.ts";
import { securityLogQuery } from "./api.ts";
import { entryDetail } from "./entry-detail.ts";
import { Link } from "../ui/page/router.tsx";

const SIZE = "50";
const fields = ["kind", "account", "ip"] as const;

/** The security log of all accounts, for administrators (D54). */
export default function SecurityTab({ admin }: { admin: boolean }) {
  if (!admin) {
    return (
      <EmptyState title={t("Administrators only")}>
        {t("Ask an administrator to look something up.")}
      </EmptyState>
    );
  }
  return (
    <>
      <Filter />
      <Log />
      <p className="mt-4 max-w-prose text-soft">
        {t(
          "Sign-ins, failed sign-ins, rejected calls, limits reached, malware in uploads and staff lookups of people over the past year. Unusual volumes, and reuse of an old session, show in the work queue for a day.",
        )}
      </p>
    </>
  );
}

function Filter() {
  const address = useAddress();
  return (
    <AddressFilter label={t("Security log")} fields={fields} resets={["page"]}>
      <SelectField label={t("Event")} name="kind" defaultValue={address.get("kind")}>
        <option value="">{t("Any")}</option>
        {securityEventNames.map((kind) => (
          <option key={kind} value={kind}>
            {securityEvents[kind]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("User ID")}
        name="account"
        inputMode="numeric"
        pattern="[1-9][0-9]{0,14}"
        title={t("Enter a whole number")}
        defaultValue={address.get("account")}
      />
      <TextField
        label={t("IP address")}
        name="ip"
        maxLength={45}
        pattern="[0-9A-Fa-f.:]+"
        title={t("Enter an IP address, such as 203.0.113.9")}
        defaultValue={address.get("ip")}
      />
    </AddressFilter>
  );
}

function Log() {
  const address = useAddress();
  const query = useQuery(securityLogQuery(useCall(), searchOf(address)));
  return (
    <Read query={query} failure={t("Couldn't load the security log.")} className="h-96">
      {({ content, totalElements, totalPages, number }) => (
        <>
          <p aria-live="polite" className="mb-3 text-soft">
            {plural(totalElements, "{n} entry", "{n} entries")}
          </p>
          <Entries entries={content} />
          <Pagination
            page={number}
            totalPages={totalPages}
            linkTo={(page) => address.to({ page: page === 0 ? null : page })}
          />
        </>
      )}
    </Read>
  );
}

/** Converts the address to a search; unknown events and invalid numbers are ignored. */
function searchOf(address: Address) {
  const account = numberOf(address.get("account"));
  const kind = securityEventNames.find((name) => name === address.get("kind"));
  const ip = address.get("ip").trim();
  return {
    size: SIZE,
    page: String(numberOf(address.get("page")) ?? 0),
    ...(account === null ? {} : { userId: String(account) }),
    ...(kind === undefined ? {} : { kind }),
    ...(ip === "" ? {} : { ip }),
  };
}

const failures: ReadonlySet<SecurityEvent> = new Set([
  "SIGN_IN_FAILED",
  "FACTOR_FAILED",
  "TOKEN_REUSED",
  "DEVICE_DENIED",
  "ACCESS_REFUSED",
  "LIMIT_REACHED",
  "MALWARE_FOUND",
]);

function Entries({ entries }: { entries: readonly SecurityRecord[] }) {
  const zone = browserZone();
  const columns: readonly Column<SecurityRecord>[] = [
    { name: t("Time"), render: ({ at }) => formatDateTime(at, zone) },
    {
      name: t("Event"),
      render: ({ kind }) => (
        <span className={failures.has(kind) ? "font-semibold" : undefined}>
          {securityEvents[kind]}
        </span>
      ),
    },
    {
      name: t("User"),
      render: ({ userId, userName }) =>
        userId === null ? (
          <span className="text-soft">{t("No account")}</span>
        ) : (
          <Link
            to={`?tab=users&user=${userId}`}
            className="inline-flex min-h-6 items-center wrap-anywhere"
          >
            {userName}
          </Link>
        ),
    },
    {
      name: t("From"),
      render: ({ device, ip }) => (
        <span className="wrap-anywhere">
          {[device, ip].filter((part) => part !== null).join(", ")}
        </span>
      ),
    },
    {
      name: t("Detail"),
      render: (entry) => <span className="wrap-anywhere">{entryDetail(entry)}</span>,
    },
  ];
  return (
    <DataTable
      label={t("Security log")}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      nameOf={({ kind, at }) => `${securityEvents[kind]}, ${formatDateTime(at, zone)}`}
      empty={t("No matching entries.")}
    />
  );
}
