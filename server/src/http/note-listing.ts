import type { Endpoint } from "@gavelyard/contract/endpoint";
import { isStaff } from "@gavelyard/domain/users/roles";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { recordSecurityEvent, type NewSecurityEvent } from "../audit/security-sql.ts";
import type { Context } from "../context.ts";
import { subjectOf, type Principal } from "./access.ts";
import { deviceOf } from "../network/device.ts";

const MAX_DETAIL_LENGTH = 200;

const list = z.union([
  z.array(z.unknown()),
  z.object({ content: z.array(z.unknown()) }).transform(({ content }) => content),
  z.object({ units: z.array(z.unknown()) }).transform(({ units }) => units),
  z
    .object({ pickups: z.array(z.unknown()), waiting: z.array(z.unknown()) })
    .transform(({ pickups, waiting }) => [...pickups, ...waiting]),
]);
/** Search results that aren't about people. */
const things = z.object({ kind: z.enum(["UNIT", "AUCTION", "INVOICE"]) });

type Call = Pick<Endpoint, "route" | "access" | "subject" | "people">;

export type NoteListing = (
  endpoint: Call,
  request: FastifyRequest,
  response: unknown,
) => Promise<void>;

/**
 * Creates the function that logs what staff read about others. A failure to log doesn't fail the
 * call.
 */
export function createNoteListing(context: Pick<Context, "pool" | "log">): NoteListing {
  return async (endpoint, request, response) => {
    const { principal } = request;
    if (principal === null || !isStaff(principal.role)) return;
    const rows = isOtherAccount(endpoint, request, principal) ? 1 : listedRows(endpoint, response);
    if (rows === 0) return;
    try {
      await recordListing(context, "DATA_LISTED", principal, request, rows);
    } catch (error) {
      context.log.error({ err: error }, "a list of personal data could not be logged");
    }
  };
}

function isOtherAccount(
  { route, access, subject, people }: Call,
  request: FastifyRequest,
  { userId }: Principal,
): boolean {
  if (people === "account") return true;
  const isRead = route.method === "GET" && access === "self" && subject !== undefined;
  return isRead && subjectOf(subject, request) !== userId;
}

const listedRows = ({ people }: Call, response: unknown) =>
  people === "list"
    ? list.parse(response).filter((row) => !things.safeParse(row).success).length
    : 0;

/** Returns an address with only the names of its filters, since values name people. */
function withoutValues(url: string): string {
  const [path = "", query] = url.split("?");
  const names = [...new Set(new URLSearchParams(query).keys())];
  return names.length === 0 ? path : `${path}?${names.join("&")}`;
}

/**
 * Records a list or an export with the names of its filters (D60).
 * @param people how many of its rows are personal data; all by default
 */
export async function recordListing(
  { pool }: Pick<Context, "pool">,
  kind: Extract<NewSecurityEvent["kind"], "DATA_LISTED" | "DATA_EXPORTED">,
  { userId }: Principal,
  request: FastifyRequest,
  rowCount: number,
  people = rowCount,
): Promise<void> {
  const rows = rowCount === 1 ? "1 row" : `${rowCount} rows`;
  await recordSecurityEvent(pool, {
    kind,
    user: { id: userId },
    device: deviceOf(request),
    detail: `${rows}: ${withoutValues(request.url)}`.slice(0, MAX_DETAIL_LENGTH),
    rowCount: people,
  });
}
