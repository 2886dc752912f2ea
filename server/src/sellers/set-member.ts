import { msg, type Message } from "@gavelyard/messages/text";
import type { RefusalCode } from "@gavelyard/contract/refusals";
import type { MemberRole } from "@gavelyard/domain/sellers/seller";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import type { Actor } from "../http/actor.ts";
import { notFound, Refusal } from "../refusal.ts";
import { lockBidders } from "../bidding/close-sql.ts";
import { accountByEmail, endMember, memberRole, setMember, unitBidOn } from "./sql.ts";

/**
 * Keeps accounts from bidding until the transaction ends, and refuses those with a standing bid on a
 * seller's unit: nobody bids on their own unit, not even by joining its seller afterward (D93).
 * @throws Refusal 409
 */
export async function refuseBidders(
  tx: PoolClient,
  sellerId: number,
  userIds: readonly number[],
  refusal: (unit: string) => Refusal,
): Promise<void> {
  await lockBidders(tx, userIds);
  const unit = await unitBidOn(tx, sellerId, userIds);
  if (unit !== null) throw refusal(unit.name);
}

const atEmail = (code: RefusalCode, message: Message) =>
  new Refusal(code, message, { issues: [{ path: "email", message }] });

/**
 * Makes a customer's account a member of a seller that the caller has locked, or changes its role (D93).
 * @throws Refusal 404 for an unknown address; 409 if the account has bid on the seller's units; 422 for
 * staff and closed accounts
 */
export async function setSellerMember(
  tx: PoolClient,
  sellerId: number,
  { email, role }: { readonly email: string; readonly role: MemberRole },
  by: Actor,
): Promise<void> {
  const account = await accountByEmail(tx, email);
  if (account === null)
    throw atEmail("not-found", msg("No account has this address. They have to create one first."));
  if (account.role !== "ROLE_CUSTOMER" || account.status === "CLOSED")
    throw atEmail("value-refused", msg("Only an open customer account can act for a seller"));
  const before = await memberRole(tx, sellerId, account.id);
  if (before === role) return;
  if (before === null)
    await refuseBidders(tx, sellerId, [account.id], (unit) =>
      atEmail(
        "in-use",
        msg("This account has bid on {unit}. Void its bids, or wait until the unit has left.", {
          unit,
        }),
      ),
    );
  await setMember(tx, sellerId, account.id, role);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "seller-member-set",
    subjectType: "seller",
    subjectId: sellerId,
    before: before === null ? null : { userId: account.id, role: before },
    after: { userId: account.id, role },
    ip: by.ip,
  });
}

/** Removes an account from a seller that the caller has locked (D93). @throws Refusal 404 */
export async function removeSellerMember(
  tx: PoolClient,
  sellerId: number,
  userId: number,
  reason: string,
  by: Actor,
): Promise<void> {
  const role = await memberRole(tx, sellerId, userId);
  if (role === null) throw notFound(msg("This account doesn't act for the seller"));
  await endMember(tx, sellerId, userId);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "seller-member-removed",
    subjectType: "seller",
    subjectId: sellerId,
    before: { userId, role },
    reason,
    ip: by.ip,
  });
}
