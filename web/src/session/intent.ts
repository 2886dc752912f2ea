/** What a visitor wanted to do with a unit when they were asked to sign in. */
type Intent = "watch" | "ask";

const STORAGE_KEY = "intent";

/** Keeps what to do with a unit after signing in, in this tab. */
export function keepIntent(intent: Intent, unitId: number): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, `${intent} ${unitId}`);
  } catch {
    // Without storage, the page only returns to the unit.
  }
}

/** Returns whether this was to be done with the unit, once. */
export function takeIntent(intent: Intent, unitId: number): boolean {
  if (sessionStorage.getItem(STORAGE_KEY) !== `${intent} ${unitId}`) return false;
  sessionStorage.removeItem(STORAGE_KEY);
  return true;
}
