import { auctionsTopic, pricesTopic, userQueue } from "@gavelyard/contract/topics";
import type { Permission } from "@gavelyard/domain/users/permissions";

export interface LivePrincipal {
  readonly userId: number;
  /** Empty for customers. */
  readonly permissions: readonly Permission[];
  /** When the session expires, by `performance.now()`. */
  readonly expiresAtMs: number;
}

export type Destination =
  | { readonly kind: "lot"; readonly inventoryId: number }
  | {
      readonly kind: "topic";
      /** Name under which messages are published; differs per user for the user queue. */
      readonly channel: string;
      readonly isPrivate: boolean;
    };

/** Why a SUBSCRIBE is refused; `unknown` when there is no such destination. */
export type Refusal = "unknown" | "sign-in" | "forbidden";

const lotPattern = /^\/topic\/bids\/([1-9]\d{0,14})$/;
const questionsPattern = /^\/topic\/questions\/[1-9]\d{0,14}$/;
const controlPattern = /^\/topic\/control\/[1-9]\d{0,14}$/;

/** Resolves a destination for this user, or returns why it is refused. There are no wildcards. */
export function resolveDestination(
  destination: string,
  principal: LivePrincipal | null,
): Destination | Refusal {
  const inventoryId = lotPattern.exec(destination)?.[1];
  if (inventoryId !== undefined) return { kind: "lot", inventoryId: Number(inventoryId) };
  const isPublic = destination === auctionsTopic || destination === pricesTopic;
  if (isPublic || questionsPattern.test(destination))
    return { kind: "topic", channel: destination, isPrivate: false };
  const isControl = controlPattern.test(destination);
  if (destination !== userQueue && !isControl) return "unknown";
  if (principal === null) return "sign-in";
  if (isControl) {
    if (!principal.permissions.includes("auctions")) return "forbidden";
    return { kind: "topic", channel: destination, isPrivate: true };
  }
  return { kind: "topic", channel: userChannel(principal.userId), isPrivate: true };
}

/** Returns the channel for one user's messages, which the client knows as `userQueue`. */
export function userChannel(userId: number): string {
  return `${userQueue}#${userId}`;
}
