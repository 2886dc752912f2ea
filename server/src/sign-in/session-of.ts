import { say, type Message } from "@gavelyard/messages/text";
import type { Session } from "@gavelyard/contract/sign-in/sign-in";
import type { Role } from "@gavelyard/domain/users/roles";

/** Returns a session as the client stores it (specification section 3). */
export function sessionOf(
  account: {
    readonly id: number;
    readonly role: Role;
    readonly name: string;
    readonly email: string;
  },
  jwt: string,
  message: Message,
): Session {
  const { id, role, name, email } = account;
  return { jwt, userId: id, id, userRole: role, name, email, message: say(message) };
}
