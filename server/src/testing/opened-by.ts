import { password, type AuthApp, type SignedUp } from "./auth-app.ts";

/** Creates a support account as an administrator does, and sets its password by the emailed link. */
export async function openedBy(app: AuthApp, admin: SignedUp): Promise<SignedUp> {
  const email = app.newEmail();
  const body = { role: "ROLE_ADMIN_SUPPORT", name: "Second Me", email };
  const opened = await app.post("/auth/signup", body, admin.jwt);
  if (opened.statusCode !== 200) throw new Error(`not opened: ${opened.body}`);
  const mail = await app.mailTo(email, "");
  const token = /#token=([\w-]+)/.exec(mail.text_body)?.[1];
  const set = await app.post("/auth/reset-password", { token, newPassword: password });
  if (set.statusCode !== 200) throw new Error(`no password: ${set.body}`);
  const { id, jwt } = (await app.logIn(email, password)).json<{ id: number; jwt: string }>();
  return { userId: id, email, jwt };
}
