import type { SpendingTrend } from "@gavelyard/contract/sales/spending";
import type { UserProfile } from "@gavelyard/contract/users/users";
import { trendMonths } from "@gavelyard/domain/figures";
import { formatDate } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Choices } from "../ui/form/choices.tsx";
import { DataTable, type Column } from "../ui/list/data-table.tsx";
import { money, words } from "../ui/text/format.ts";
import { Pagination } from "../ui/list/pagination.tsx";
import { phoneWords } from "../ui/text/phone-link.tsx";
import { SearchField } from "../ui/form/search-field.tsx";
import { Trend } from "../ui/text/sparkline.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { usePermissions } from "../account/api.ts";
import { spendingTrendsQuery, supportUsersQuery, userSearchOf, usersQuery } from "./api.ts";
import { SupportUserButton } from "./support-user-form.tsx";
import { UserPage } from "./user-page.tsx";
import { TableViews } from "../table-views/table-views.tsx";
import { Link } from "../ui/page/router.tsx";

const roles = {
  ROLE_CUSTOMER: t("Customer"),
  ROLE_ADMIN: t("Administrator"),
  ROLE_ADMIN_SUPPORT: t("Support"),
} as const satisfies Record<UserProfile["userRole"], string>;
const tones: Record<UserProfile["status"], BadgeTone> = {
  PENDING_VERIFICATION: "neutral",
  ACTIVE: "winning",
  SUSPENDED: "outbid",
  BANNED: "outbid",
  CLOSED: "neutral",
};

/** The search for users, or one user. Administrators can also list and create support users. */
export default function UsersTab({ admin }: { admin: boolean }) {
  const address = useAddress();
  const kind = admin && address.get("kind") === "support" ? "support" : "all";
  const open = numberOf(address.get("user"));
  if (open !== null) return <UserPage key={open} userId={open} admin={admin} />;
  return (
    <>
      {admin ? (
        <div className="flex flex-wrap items-start justify-between gap-x-3 max-sm:mb-3">
          <Choices
            label={t("Filter users")}
            options={[
              ["all", t("All")],
              ["support", t("Support users")],
            ]}
            chosen={kind}
            to={(value) => address.to({ kind: value === "all" ? null : value, page: null })}
          />
          <SupportUserButton />
        </div>
      ) : null}
      {kind === "support" ? <SupportUsers /> : <AllUsers />}
    </>
  );
}

function AllUsers() {
  const address = useAddress();
  const text = address.get("q");
  const query = useQuery(
    usersQuery(useCall(), userSearchOf(text), numberOf(address.get("page")) ?? 0),
  );
  return (
    <>
      <SearchField
        label={t("Name, email, phone or user number")}
        value={text}
        onSearch={(q) => address.set({ q, page: null })}
      />
      <Read query={query} failure={t("Couldn't load the users.")} className="h-96">
        {({ content, totalElements, totalPages, number }) => (
          <>
            <Table users={content} found={plural(totalElements, "{n} user", "{n} users")} />
            <Pagination page={number} totalPages={totalPages} linkTo={address.toPage} />
          </>
        )}
      </Read>
    </>
  );
}

function SupportUsers() {
  const query = useQuery(supportUsersQuery(useCall()));
  return (
    <Read query={query} failure={t("Couldn't load the support users.")} className="h-96">
      {(users) => <Table users={users} found={plural(users.length, "{n} user", "{n} users")} />}
    </Read>
  );
}

function Table({ users, found }: { users: readonly UserProfile[]; found: string }) {
  const address = useAddress();
  const zone = browserZone();
  const canSeePayments = usePermissions().includes("money");
  const customers = users.flatMap(({ id, userRole }) => (userRole === "ROLE_CUSTOMER" ? [id] : []));
  const spending = useQuery(spendingTrendsQuery(useCall(), customers, canSeePayments));
  const columns: readonly Column<UserProfile>[] = [
    {
      name: t("Name"),
      wide: true,
      render: ({ id, name }) => (
        <Link
          to={address.to({ user: id })}
          className="inline-flex min-h-9 items-center font-semibold text-ink wrap-anywhere"
        >
          {name}
        </Link>
      ),
    },
    {
      id: "email",
      name: t("Email"),
      render: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    {
      id: "phone",
      name: t("Phone"),
      render: ({ phoneNumber }) => (phoneNumber === null ? t("None") : phoneWords(phoneNumber)),
    },
    { id: "role", name: t("Role"), render: ({ userRole }) => roles[userRole] },
    {
      id: "status",
      name: t("Status"),
      render: ({ status }) => <Badge tone={tones[status]}>{words(status)}</Badge>,
    },
    {
      id: "limit",
      name: t("Limit"),
      right: true,
      render: ({ userRole, bidLimit }) => (userRole === "ROLE_CUSTOMER" ? money(bidLimit) : ""),
    },
    {
      id: "used",
      name: t("Used"),
      right: true,
      render: ({ userRole, bidUsed }) => (userRole === "ROLE_CUSTOMER" ? money(bidUsed) : ""),
    },
    ...(canSeePayments && customers.length > 0 ? [spendingColumn(spending)] : []),
    {
      id: "since",
      name: t("Since"),
      right: true,
      render: ({ createdAt }) => (
        <span className="whitespace-nowrap">{formatDate(createdAt, zone)}</span>
      ),
    },
  ];
  return (
    <>
      <div className="my-3 flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="text-soft">
          {found}
        </p>
        <TableViews table="users" columns={columns} />
      </div>
      <DataTable
        label={t("Users")}
        columns={columns}
        rows={users}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        empty={t("No users match. Try part of an email address.")}
      />
    </>
  );
}

/** Customers' spending with its trend, which loads after the table. */
function spendingColumn({
  data,
  error,
}: UseQueryResult<readonly SpendingTrend[]>): Column<UserProfile> {
  return {
    id: "spent",
    name: t("Spent, {months} months", { months: trendMonths }),
    right: true,
    render: ({ id, name, userRole }) => {
      if (userRole !== "ROLE_CUSTOMER") return "";
      const spent = data?.find((each) => each.id === id)?.spent;
      if (spent === undefined) return error === null ? "" : t("Not loaded");
      const label = t("Spending by {name} per month: {amounts}", {
        name,
        amounts: spent.map((each) => money(each)).join(", "),
      });
      return (
        <Trend values={spent} label={label}>
          {money(spent.reduce((sum, each) => sum + each, 0))}
        </Trend>
      );
    },
  };
}
