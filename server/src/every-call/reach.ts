import { allEndpoints } from "@gavelyard/contract/all";
import type { RouteName } from "@gavelyard/contract/all-routes";
import type { Endpoint } from "@gavelyard/contract/endpoint";

const queries: Partial<Record<RouteName, (userId: number) => string>> = {
  placeBid: () => "?amount=1000",
  retractBid: (userId) => `?userId=${userId}`,
};

/** Returns a call's URL, with `userId` where it names a user and unknown ids elsewhere. */
export function urlOf(name: RouteName, { route, subject }: Endpoint, userId: number): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_braces, param: string) => {
    if (param === subject) return String(userId);
    if (param === "status") return "LIVE";
    const uuid =
      (/documentId|documents|sessions/.test(route.path) && param === "id") ||
      ["videoId", "key"].includes(param);
    return uuid ? "018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d" : "987654321";
  });
  return `${path}${queries[name]?.(userId) ?? ""}`;
}

/** Bodies that calls need to get as far as the access check. */
const bodies: Partial<Record<RouteName, (userId: number) => object>> = {
  changePassword: (userId) => ({
    userId,
    currentPassword: "not the right one",
    newPassword: "a much longer passphrase",
  }),
  saveFinanceDraft: () => ({ draft: {} }),
};

/** Returns a body with which a call about `userId` gets as far as the access check. */
export const bodyOf = (name: RouteName, userId: number): object => bodies[name]?.(userId) ?? {};

/** Whether only the user whom a call names may make it. `changePassword` names them in its body. */
export function isOfItsUser(name: RouteName): boolean {
  const { access, subject }: Endpoint = allEndpoints[name];
  return (
    (access === "customer" || access === "user") &&
    (subject !== undefined || name === "changePassword")
  );
}
