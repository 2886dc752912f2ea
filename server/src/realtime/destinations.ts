import { auctionsTopic, userQueue } from "@gavelyard/contract/topics";
import { isStaff, type Role } from "@gavelyard/domain/roles";

/** Who a token proves. */
export interface LivePrincipal {
  readonly userId: number;
  readonly role: Role;
  readonly expiresAtMs: number;
}

/** What a SUBSCRIBE asks for. */
export type Destination =
  | { readonly kind: "lot"; readonly inventoryId: number }
  | {
      readonly kind: "topic";
      /** Where it is published, which differs from its name for what belongs to one user. */
      readonly channel: string;
      readonly isPrivate: boolean;
    };

/** Why somebody may not listen; `unknown` when there is nothing to listen to. */
export type Refusal = "unknown" | "sign-in" | "forbidden";

const lotPattern = /^\/topic\/bids\/([1-9]\d{0,14})$/;
const controlPattern = /^\/topic\/control\/[1-9]\d{0,14}$/;

/** Finds what a destination means for this user, or why not. Wildcards mean nothing here. */
export function resolveDestination(
  destination: string,
  principal: LivePrincipal | null,
): Destination | Refusal {
  const inventoryId = lotPattern.exec(destination)?.[1];
  if (inventoryId !== undefined) return { kind: "lot", inventoryId: Number(inventoryId) };
  if (destination === auctionsTopic)
    return { kind: "topic", channel: auctionsTopic, isPrivate: false };
  const isControl = controlPattern.test(destination);
  if (destination !== userQueue && !isControl) return "unknown";
  if (principal === null) return "sign-in";
  if (isControl) {
    if (!isStaff(principal.role)) return "forbidden";
    return { kind: "topic", channel: destination, isPrivate: true };
  }
  return { kind: "topic", channel: userChannel(principal.userId), isPrivate: true };
}

/** Where messages for one user are published, whatever the client calls it. */
export function userChannel(userId: number): string {
  return `${userQueue}#${userId}`;
}
