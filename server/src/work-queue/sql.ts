import type { staffHome } from "@gavelyard/contract/work-queue";
import { auditWords } from "@gavelyard/domain/audit/audit-fields";
import type { Permission } from "@gavelyard/domain/users/permissions";
import { proposalKinds, refuseKind, type Powers } from "@gavelyard/domain/proposals";
import { ALARM_HOURS, alarmsFrom } from "@gavelyard/domain/audit/security-events";
import type { z } from "zod";
import { mark, say, type Message } from "@gavelyard/messages/text";
import { formatUtcDay } from "@gavelyard/domain/time-zone";
import type { Db } from "../db/pool.ts";
import { plainTextSql, messageSql } from "../db/message-sql.ts";
import { BACKUP_SLOT } from "../backups/log-sql.ts";
import { unitTitle } from "../inventory/sql.ts";
import { strandedMails } from "../jobs/queue-sql.ts";
import { bidStands } from "../bidding/ledger-sql.ts";
import { shownDollars } from "../db/shown-dollars.ts";

type Queue = z.infer<typeof staffHome.response>["queues"][number];

/** Maximum items of a queue beside the others, and by itself; its count covers all. */
const MAX_SHOWN = 5;
const MAX_ALONE = 200;

/** A queue as SQL: its rows with their `rank`, and how one row (`w`) is shown. */
interface QueueQuery {
  /** Permission that its work needs (D57); null for all staff. */
  readonly permission: Permission | null;
  readonly rows: string;
  readonly title: string;
  /** SQL of a message. A value `day` is a date, such as 2026-11-30. */
  readonly detail: string;
  readonly path: string;
  readonly joins: string;
}

const tab = (name: string) => `'/admin-dashboard?tab=${name}'`;
/** As a subselect it is evaluated once; a bare volatile function would run for every row. */
const now = "(SELECT clock_ms())";
/** An interval in its largest unit: "3 d", "5 h", "12 min". */
const lengthOf = (interval: string) => `(SELECT CASE WHEN m >= 2880 THEN m / 1440 || ' d'
  WHEN m >= 60 THEN m / 60 || ' h' ELSE m || ' min' END
  FROM (SELECT extract(epoch FROM ${interval})::int / 60 AS m) t)`;

/** Message to offer lot `l` to its next bidder after a failed negotiation, with the amount (D63). */
const nextBidder = `(SELECT ${messageSql(mark("no agreement, offer it to {name} for {amount}"), {
  name: "u.name",
  amount: shownDollars("greatest(g.amount_cents, n.ask)"),
})}
  FROM ledger g JOIN users u ON u.id = g.user_id AND u.status = 'ACTIVE'
  WHERE g.lot_id = l.id AND ${bidStands} AND g.user_id <> l.leader_id
    AND NOT EXISTS (SELECT FROM offers o WHERE o.lot_id = l.id AND o.user_id = g.user_id
      AND o.status = 'DECLINED')
  ORDER BY g.user_id = (SELECT o.user_id FROM offers o WHERE o.lot_id = l.id ORDER BY o.id DESC LIMIT 1),
    g.amount_cents DESC, g.seq LIMIT 1)`;

const proposedAct = `CASE p.kind ${proposalKinds
  .map((kind) => `WHEN '${kind}' THEN ${messageSql(auditWords[kind].text)}`)
  .join(" ")} END`;

const dueDay = "to_char(w.due_at AT TIME ZONE c.time_zone, 'YYYY-MM-DD')";

/** Message with a time as SQL. */
const since = (at: string) =>
  messageSql(mark("since {day}, {time} UTC"), {
    day: `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
    time: `to_char(${at} AT TIME ZONE 'UTC', 'HH24:MI')`,
  });

const alarmsSince = `(SELECT clock_ms() - interval '${ALARM_HOURS} hours')`;

const queues: Readonly<Record<Queue["name"], QueueQuery>> = {
  BACKUPS: {
    permission: "settings",
    // Overdue backups, standbys that don't keep up, then the job queue; $5 is whether a standby must
    // confirm each commit, $6 whether there is a mail server.
    rows: `SELECT due.rank, due.title, ${since("coalesce(m.at, kept.at)")} AS detail
      FROM (VALUES ('BACKUP', interval '36 hours', 1, '${mark("No backup was made")}'),
          ('LOG_COPY', interval '10 minutes', 2, '${mark("The database log is not being backed up")}'),
          ('TEST_RESTORE', interval '40 days', 3, '${mark("No test restore was made")}'))
        AS due (kind, within, rank, title)
      JOIN backup_marks kept ON kept.kind = 'KEPT' LEFT JOIN backup_marks m ON m.kind = due.kind
      WHERE coalesce(m.at, kept.at) < ${now} - due.within
      UNION ALL
      SELECT 0, '${mark("No backup was made since the restore")}', ${since("restored.at")}
      FROM backup_marks restored JOIN backup_marks kept ON kept.kind = 'KEPT'
      WHERE restored.kind = 'RESTORED' AND NOT EXISTS (SELECT FROM backup_marks b
        WHERE b.kind = 'BACKUP' AND b.at > restored.at)
      UNION ALL
      SELECT 4, '${mark("No standby is confirming commits")}', ${messageSql(mark("bids are rejected until one does"))}
      WHERE $5::boolean AND NOT EXISTS (SELECT FROM pg_stat_replication r
        WHERE r.state = 'streaming' AND r.sync_state IN ('sync', 'quorum'))
      UNION ALL
      SELECT 5, '${mark("A standby is behind")}', ${messageSql(mark("{name}, {seconds} s behind"), {
        name: "r.application_name",
        seconds: "extract(epoch FROM r.replay_lag)::int",
      })}
      FROM pg_stat_replication r WHERE r.replay_lag > interval '1 minute'
      UNION ALL
      SELECT 6, '${mark("A standby is down")}', ${messageSql(mark("{name} (log retained for it)"), { name: "s.slot_name" })}
      FROM pg_replication_slots s WHERE s.slot_type = 'physical' AND NOT s.active AND NOT s.temporary
        AND s.slot_name <> '${BACKUP_SLOT}'
      UNION ALL
      SELECT 7, '${mark("The audit log is not being copied")}', ${since("min(c.copied_until)")}
      FROM log_copies c WHERE c.is_on HAVING min(c.copied_until) < ${now} - interval '10 minutes'
      UNION ALL
      SELECT 8, '${mark("Background work is waiting")}', ${since("min(j.run_at)")}
      FROM graphile_worker.jobs j WHERE j.locked_at IS NULL AND j.attempts < j.max_attempts
        AND j.priority <= 0 AND j.run_at < now() - interval '5 minutes' HAVING count(*) > 0
      UNION ALL
      SELECT 9, '${mark("Emails were not sent")}', ${since("min(m.created_at)")}
      FROM ${strandedMails} AND $6::boolean
      HAVING count(*) > 0
      UNION ALL
      -- A failure that few browsers report may be an extension's, or made up.
      SELECT 10, '${mark("Pages fail in browsers")}', ${messageSql(
        mark("{kind} on {route}, {count} times, in {place}"),
        {
          kind: "lower(f.kind)",
          route: "f.route",
          count: "sum(f.reports)",
          place: "coalesce(f.frames[1], f.error)",
        },
      )}
      FROM page_failures f WHERE f.last_at > ${now} - interval '24 hours'
      GROUP BY f.kind, f.route, f.frames, f.error HAVING sum(f.reports) >= 3`,
    title: "w.title",
    detail: "w.detail",
    path: `${tab("settings")} || CASE WHEN w.rank < 8 THEN '&part=backups' ELSE '' END`,
    joins: "",
  },
  SECURITY: {
    permission: "settings",
    // For administrators. An alarm ends by itself a day after its last entry (D54).
    rows: `SELECT row_number() OVER (ORDER BY a.at) AS rank, a.* FROM (
        SELECT max(e.at) AS at, u.name AS title, ${messageSql(mark("an old sign-in was reused"))} AS detail,
          'tab=security&account=' || u.id AS search
        FROM security_events e JOIN users u ON u.id = e.user_id
        WHERE e.kind = 'TOKEN_REUSED' AND e.at > ${alarmsSince} GROUP BY u.id
        UNION ALL
        SELECT max(e.at), u.name, ${messageSql(mark("{count} failed sign-ins"), { count: "count(*)" })}, 'tab=security&account=' || u.id
        FROM security_events e JOIN users u ON u.id = e.user_id
        WHERE e.kind IN ('SIGN_IN_FAILED', 'FACTOR_FAILED') AND e.at > ${alarmsSince}
        GROUP BY u.id HAVING count(*) >= ${alarmsFrom.failuresOfAccount}
        UNION ALL
        SELECT max(e.at), host(e.ip), ${messageSql(mark("{count} failed sign-ins"), { count: "count(*)" })}, 'tab=security&ip=' || host(e.ip)
        FROM security_events e
        WHERE e.kind IN ('SIGN_IN_FAILED', 'FACTOR_FAILED') AND e.ip IS NOT NULL AND e.at > ${alarmsSince}
        GROUP BY e.ip HAVING count(*) >= ${alarmsFrom.failuresFromAddress}
        UNION ALL
        SELECT max(e.at), u.name, ${messageSql(mark("{count} rejected requests"), { count: "count(*)" })}, 'tab=security&account=' || u.id
        FROM security_events e JOIN users u ON u.id = e.user_id
        WHERE e.kind = 'ACCESS_REFUSED' AND e.at > ${alarmsSince}
        GROUP BY u.id HAVING count(*) >= ${alarmsFrom.refusalsOfAccount}
        UNION ALL
        SELECT max(e.at), u.name, ${messageSql(mark("{count} personal records viewed"), { count: "sum(e.row_count)" })}, 'tab=security&account=' || u.id
        FROM security_events e JOIN users u ON u.id = e.user_id
        WHERE e.kind IN ('DATA_LISTED', 'DATA_EXPORTED') AND e.at > ${alarmsSince}
        GROUP BY u.id HAVING sum(e.row_count) >= ${alarmsFrom.rowsOfStaff}
        UNION ALL
        SELECT max(o.at), u.name, ${messageSql(mark("{count} documents opened"), { count: "count(*)" })}, 'tab=audit&action=document-opened&actor=' || u.id
        FROM audit_log o JOIN users u ON u.id = o.actor_id
        WHERE o.action = 'document-opened' AND o.at > ${alarmsSince}
        GROUP BY u.id HAVING count(*) >= ${alarmsFrom.documentsOfStaff}) a
      WHERE $2::boolean`,
    title: "w.title",
    detail: "w.detail",
    path: "'/admin-dashboard?' || w.search",
    joins: "",
  },
  LIMIT_REVIEWS: {
    permission: "users",
    rows: "SELECT r.id AS rank FROM limit_requests r WHERE r.status = 'PENDING'",
    title: "u.name",
    detail: messageSql(mark("requests {amount}"), { amount: shownDollars("r.bid_limit_cents") }),
    path: `${tab("limits")} || '&request=' || r.document_id`,
    joins: "JOIN limit_requests r ON r.id = w.rank JOIN users u ON u.id = r.user_id",
  },
  LIMIT_DECISIONS: {
    permission: "users",
    rows: "SELECT r.id AS rank FROM limit_requests r WHERE r.status = 'REVIEWED'",
    title: "u.name",
    detail: `CASE r.recommendation WHEN 'APPROVE' THEN ${messageSql(mark("approval recommended"))}
      ELSE ${messageSql(mark("rejection recommended"))} END`,
    path: `${tab("limits")} || '&request=' || r.document_id`,
    joins: "JOIN limit_requests r ON r.id = w.rank JOIN users u ON u.id = r.user_id",
  },
  RESERVE_DECISIONS: {
    permission: "auctions",
    rows: `SELECT l.id AS rank FROM inventory i JOIN lots l ON l.id = i.current_lot_id
      WHERE i.status = 'PENDING_DECISION' AND l.outcome = 'RESERVE_NOT_MET'
        AND NOT EXISTS (SELECT FROM offers o WHERE o.lot_id = l.id AND o.status = 'OPEN'
          AND o.valid_until >= ${now})`,
    title: unitTitle,
    detail: `CASE WHEN n.side = 'BIDDER' AND n.kind = 'COUNTER' AND n.valid_until >= ${now}
        THEN ${messageSql(mark("{amount} offered, {hours} h left to answer"), {
          amount: shownDollars("n.cents"),
          hours: `ceil(extract(epoch FROM n.valid_until - ${now}) / 3600)`,
        })}
      WHEN n.kind IS NOT NULL THEN coalesce(${nextBidder},
        ${messageSql(mark("no agreement, and no other bidder to offer it to"))})
      ELSE ${messageSql(mark("reserve not met, bid to {amount}"), { amount: shownDollars("l.price_cents") })} END`,
    path: `${tab("winners")} || '&auction=' || l.auction_id`,
    joins: `JOIN lots l ON l.id = w.rank JOIN inventory i ON i.id = l.inventory_id
      LEFT JOIN LATERAL (SELECT s.kind, s.side, s.cents, s.valid_until, (SELECT a.cents
          FROM negotiation_steps a WHERE a.lot_id = l.id AND a.side = 'SELLER' AND a.kind = 'COUNTER'
          ORDER BY a.seq DESC LIMIT 1) AS ask
        FROM negotiation_steps s WHERE s.lot_id = l.id ORDER BY s.seq DESC LIMIT 1) n ON true`,
  },
  WINNERS: {
    permission: "auctions",
    rows: `SELECT l.auction_id AS rank, count(*) AS awards FROM awards a JOIN lots l ON l.id = a.lot_id
      WHERE a.status = 'PENDING' GROUP BY l.auction_id`,
    title: "a.name",
    detail: messageSql(mark("{count} to declare"), { count: "w.awards" }),
    path: `${tab("winners")} || '&auction=' || a.id`,
    joins: "JOIN auctions a ON a.id = w.rank",
  },
  SETTLEMENTS: {
    permission: "auctions",
    rows: `SELECT a.id AS rank FROM auctions a WHERE a.lifecycle = 'PUBLISHED' AND coalesce(
      (SELECT max(l.closes_at) FROM lots l WHERE l.auction_id = a.id), a.scheduled_end_time) < ${now}`,
    title: "a.name",
    detail: messageSql(mark("ended, not settled")),
    path: `${tab("auctions")} || '&auction=' || a.id`,
    joins: "JOIN auctions a ON a.id = w.rank",
  },
  UNPAID: {
    permission: "money",
    // Also deliveries that were added to a paid sale (D62).
    rows: `SELECT a.id AS rank, a.payment_due_at AS due_at FROM awards a
        WHERE a.status IN ('PENDING', 'DECLARED') AND (a.status = 'DECLARED' OR a.payment_due_at < ${now})
      UNION ALL
      SELECT a.id, v.due_at FROM invoices v JOIN awards a ON a.id = v.award_id
        WHERE v.status = 'ISSUED' AND a.status = 'PAID'`,
    title: unitTitle,
    detail: `CASE WHEN w.due_at < ${now} THEN ${messageSql(mark("overdue since {day}"), { day: dueDay })}
      ELSE ${messageSql(mark("due {day}"), { day: dueDay })} END`,
    path: `${tab("payments")} || '&auction=' || l.auction_id`,
    joins: `JOIN awards a ON a.id = w.rank JOIN lots l ON l.id = a.lot_id
      JOIN auctions c ON c.id = l.auction_id JOIN inventory i ON i.id = l.inventory_id`,
  },
  PAYMENT_PROOFS: {
    permission: "money",
    rows: `SELECT p.id AS rank FROM payment_proofs p JOIN invoices v ON v.id = p.invoice_id
        JOIN awards a ON a.id = v.award_id
      WHERE p.decision IS NULL AND v.status = 'ISSUED' AND (a.paid_at IS NULL OR p.sent_at > a.paid_at)`,
    title: "u.name",
    detail: messageSql(mark("for {invoice}"), { invoice: "v.number" }),
    path: `${tab("payments")} || '&invoice=' || v.id`,
    joins: `JOIN payment_proofs p ON p.id = w.rank JOIN invoices v ON v.id = p.invoice_id
      JOIN users u ON u.id = v.user_id`,
  },
  CASH_REPORTS: {
    permission: "money",
    // By the last day to file Form 8300 (D89).
    rows: `SELECT row_number() OVER (ORDER BY r.due_on, r.user_id) AS rank, r.* FROM cash_to_report r`,
    title: "u.name",
    detail: messageSql(mark("{amount} in cash, file Form 8300 by {day}"), {
      amount: shownDollars("w.cents"),
      day: "w.due_on",
    }),
    path: `${tab("payments")} || '&view=buyers&buyer=' || u.id`,
    joins: "JOIN users u ON u.id = w.user_id",
  },
  TAX_CERTIFICATES: {
    permission: "money",
    rows: "SELECT x.id AS rank FROM tax_certificates x WHERE x.decision IS NULL",
    title: "u.name",
    detail: messageSql(mark("tax exempt in {states}, review the certificate"), {
      states: "array_to_string(x.states, ', ')",
    }),
    path: `${tab("payments")} || '&view=certificates&certificate=' || x.id`,
    joins: "JOIN tax_certificates x ON x.id = w.rank JOIN users u ON u.id = x.user_id",
  },
  DELIVERIES: {
    permission: "money",
    // Deliveries that the desk can act on: to quote, to hand over, and to follow up.
    rows: `SELECT d.id AS rank, CASE d.status
          WHEN 'REQUESTED' THEN ${messageSql(mark("requests a quote"))}
          WHEN 'QUOTED' THEN ${messageSql(mark("quote has expired"))}
          WHEN 'ACCEPTED' THEN ${messageSql(mark("paid, hand it to the carrier"))}
          ELSE ${messageSql(mark("on its way"))} END AS detail
      FROM deliveries d JOIN invoices v ON v.award_id = d.award_id
      WHERE d.status IN ('REQUESTED', 'IN_TRANSIT') OR d.status = 'ACCEPTED' AND v.status = 'PAID'
        OR d.status = 'QUOTED' AND d.quote_until < ${now}`,
    title: unitTitle,
    detail: "w.detail",
    path: `${tab("payments")} || '&view=deliveries&invoice=' || v.id`,
    joins: `JOIN deliveries d ON d.id = w.rank JOIN awards a ON a.id = d.award_id
      JOIN invoices v ON v.award_id = a.id JOIN lots l ON l.id = a.lot_id
      JOIN inventory i ON i.id = l.inventory_id`,
  },
  BANK_DETAILS: {
    permission: "money",
    rows: "SELECT b.id AS rank FROM bank_details b WHERE b.status = 'PENDING'",
    title: "b.bank_name",
    detail: messageSql(mark("requested by {name}"), { name: "u.name" }),
    path: `${tab("settings")} || '&part=bank-details'`,
    joins: "JOIN bank_details b ON b.id = w.rank JOIN users u ON u.id = b.requested_by",
  },
  CONFIRMATIONS: {
    permission: null,
    // What the viewer can confirm (D38).
    rows: `SELECT p.id AS rank FROM proposals p WHERE p.status = 'PENDING' AND person_of(p.proposed_by) <> person_of($1)
      AND p.kind = ANY ($4::text[])`,
    title: "p.title",
    detail: messageSql(mark("{act}, proposed by {name}"), { act: proposedAct, name: "u.name" }),
    path: `${tab("confirmations")} || '&proposal=' || p.id`,
    joins: "JOIN proposals p ON p.id = w.rank JOIN users u ON u.id = p.proposed_by",
  },
  QUESTIONS: {
    permission: "auctions",
    // By the lot's closing time (D64).
    rows: `SELECT row_number() OVER (ORDER BY l.closes_at, q.id) AS rank, q.id, l.closes_at
      FROM unit_questions q JOIN inventory i ON i.id = q.inventory_id
        LEFT JOIN lots l ON l.id = i.current_lot_id AND l.closed_at IS NULL
      WHERE q.status = 'OPEN'`,
    title: unitTitle,
    detail: `CASE WHEN w.closes_at IS NULL
      THEN ${messageSql(mark("waiting {length}, not in an auction yet"), { length: lengthOf(`${now} - q.asked_at`) })}
      ELSE ${messageSql(mark("waiting {length}, closes in {left}"), {
        length: lengthOf(`${now} - q.asked_at`),
        left: lengthOf(`greatest(w.closes_at - ${now}, interval '0')`),
      })} END`,
    path: `${tab("questions")} || '&question=' || q.id`,
    joins: `JOIN unit_questions q ON q.id = w.id JOIN inventory i ON i.id = q.inventory_id`,
  },
  FINANCE: {
    permission: "documents",
    rows: `SELECT f.id AS rank FROM finance_requests f
      WHERE f.status IN ('PENDING', 'UNDER_REVIEW') AND f.deleted_at IS NULL`,
    title: "u.name",
    detail: `CASE f.status WHEN 'PENDING'
      THEN ${messageSql(mark("new, {amount}"), { amount: shownDollars("f.amount_cents") })}
      ELSE ${messageSql(mark("under review, {amount}"), { amount: shownDollars("f.amount_cents") })} END`,
    path: `${tab("finance")} || '&request=' || f.id`,
    joins: "JOIN finance_requests f ON f.id = w.rank JOIN users u ON u.id = f.user_id",
  },
  LEADS: {
    permission: null,
    rows: "SELECT e.id AS rank FROM enquiries e WHERE e.handled_at IS NULL",
    title: "e.name",
    detail: plainTextSql("left(e.message, 80)"),
    path: `${tab("leads")} || '&enquiry=' || e.id`,
    joins: "JOIN enquiries e ON e.id = w.rank",
  },
  MISSING_PICTURES: {
    permission: "auctions",
    rows: `SELECT i.id AS rank FROM inventory i WHERE i.status = 'DRAFT'
      AND NOT EXISTS (SELECT 1 FROM inventory_images p WHERE p.inventory_id = i.id)`,
    title: unitTitle,
    detail: plainTextSql("i.stock_number"),
    path: `${tab("inventory")} || '&unit=' || i.id`,
    joins: "JOIN inventory i ON i.id = w.rank",
  },
};

const names = Object.keys(queues) as Queue["name"][];

/** Builds a queue's statement. Details are joined only for the rows shown. */
const partOf = (name: Queue["name"]): string => {
  const { permission, rows, title, detail, path, joins } = queues[name];
  const asked = `coalesce($7::text, '${name}') = '${name}'`;
  const visible = permission === null ? asked : `${asked} AND '${permission}' = ANY ($3::text[])`;
  return `(WITH waiting AS MATERIALIZED (SELECT * FROM (${rows}) r WHERE ${visible}),
      w AS MATERIALIZED (SELECT * FROM waiting ORDER BY rank LIMIT $8)
    SELECT '${name}' AS name, ${title} AS title, (${detail}) AS detail, ${path} AS path,
      (SELECT count(*) FROM waiting) AS total, w.rank
    FROM w ${joins})`;
};
const everyQueue = `SELECT * FROM (${names.map(partOf).join(" UNION ALL ")}) q ORDER BY rank`;

function detailOf({ text, values }: Message): string {
  const { day } = values;
  return say({
    text,
    values: typeof day === "string" ? { ...values, day: formatUtcDay(day) } : values,
  });
}

/** Returns the work queues that a member of staff can act on, or `only` one, each with its oldest items. */
export async function workQueues(
  db: Db,
  viewer: Powers & { readonly userId: number },
  {
    only = null,
    standbyNeeded,
    hasMailServer,
  }: { only?: Queue["name"] | null; standbyNeeded: boolean; hasMailServer: boolean },
): Promise<Queue[]> {
  const { rows } = await db.query<{
    name: Queue["name"];
    title: string;
    detail: Message;
    path: string;
    total: number;
  }>({
    name: "work-queues",
    text: everyQueue,
    values: [
      viewer.userId,
      viewer.role === "ROLE_ADMIN",
      viewer.permissions,
      proposalKinds.filter((kind) => refuseKind(kind, viewer) === null),
      standbyNeeded,
      hasMailServer,
      only,
      only === null ? MAX_SHOWN : MAX_ALONE,
    ],
  });
  return names.flatMap((name) => {
    if (only !== null && name !== only) return [];
    const waiting = rows.filter((row) => row.name === name);
    return {
      name,
      count: waiting[0]?.total ?? 0,
      next: waiting.map(({ title, detail, path }) => ({
        title: name === "BACKUPS" ? say(title) : title,
        detail: detailOf(detail),
        path,
      })),
    };
  });
}
