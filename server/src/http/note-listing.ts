import type { Endpoint } from "@gavelyard/contract/endpoint";
import { routes } from "@gavelyard/contract/routes";
import { staffRoutes } from "@gavelyard/contract/staff-routes";
import { isStaff } from "@gavelyard/domain/roles";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { recordSecurityEvent, type NewSecurityEvent } from "../audit/security-sql.ts";
import type { Context } from "../context.ts";
import type { Principal } from "./access.ts";
import { deviceOf } from "./device.ts";

const MAX_DETAIL_LENGTH = 200;

/** Calls that list or search personal data (D60). */
const listings: ReadonlySet<Endpoint["route"]> = new Set([
  routes.pendingFinanceRequests,
  staffRoutes.allUsers,
  staffRoutes.allSupportUsers,
  staffRoutes.searchUsers,
  staffRoutes.findRecords,
  staffRoutes.limitRequestsForReview,
  staffRoutes.reviewedLimitRequests,
  staffRoutes.listLeads,
  staffRoutes.listMessages,
]);

const list = z.union([
  z.array(z.unknown()),
  z.object({ content: z.array(z.unknown()) }).transform(({ content }) => content),
]);
/** Search results that aren't about people. */
const things = z.object({ kind: z.enum(["UNIT", "AUCTION", "INVOICE"]) });

export type NoteListing = (
  endpoint: Pick<Endpoint, "route">,
  request: FastifyRequest,
  response: unknown,
) => Promise<void>;

/**
 * Creates the function that logs lists of personal data. A failure to log doesn't fail the call.
 */
export function createNoteListing(context: Pick<Context, "pool" | "log">): NoteListing {
  return async ({ route }, request, response) => {
    const { principal } = request;
    if (principal === null || !isStaff(principal.role) || !listings.has(route)) return;
    const people = list.parse(response).filter((row) => !things.safeParse(row).success);
    if (people.length === 0) return;
    try {
      await recordListing(context, "DATA_LISTED", principal, request, people.length);
    } catch (error) {
      context.log.error({ err: error }, "a list of personal data could not be logged");
    }
  };
}

/** Records a list or an export of personal data with its filter (D60). */
export async function recordListing(
  { pool }: Pick<Context, "pool">,
  kind: Extract<NewSecurityEvent["kind"], "DATA_LISTED" | "DATA_EXPORTED">,
  { userId }: Principal,
  request: FastifyRequest,
  rowCount: number,
): Promise<void> {
  const rows = rowCount === 1 ? "1 row" : `${rowCount} rows`;
  await recordSecurityEvent(pool, {
    kind,
    user: { id: userId },
    device: deviceOf(request),
    detail: `${rows}: ${request.url}`.slice(0, MAX_DETAIL_LENGTH),
    rowCount,
  });
}
