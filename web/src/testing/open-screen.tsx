import { configure, fireEvent, screen } from "@testing-library/dom";
import axe from "axe-core";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, vi } from "vitest";
import { Browser } from "../../browser.tsx";
import { openPage } from "../../routes.tsx";
import { call } from "../api/browser-client.ts";
import { createQueryClient, forgetUser, refetchOnFocus } from "../api/query-client.ts";
import { currentUserId, endSession, onSessionEnd, startSession } from "../session/session.ts";
import { toastStore } from "../ui/toast-store.ts";
import { currentPlace } from "../ui/page/router.tsx";

/** How a test's network answers a call to the API; undefined: never. */
export type Network = (
  path: string,
  request?: RequestInit,
) => Response | Promise<Response> | undefined;

export const unreachable: Network = () => Promise.reject(new TypeError("Failed to fetch"));
export const answer = (json: unknown, status = 200): Response => Response.json(json, { status });

const people = {
  customer: { userId: 1, userRole: "ROLE_CUSTOMER", name: "Marisol Vega" },
  staff: { userId: 2, userRole: "ROLE_ADMIN", name: "Grace Lindqvist" },
} as const;

// As long as a busy machine needs. Roles are found without computing styles.
configure({ asyncUtilTimeout: 60_000, defaultHidden: true });

/** What a network would answer; the same for all screens of a test, so that it can change. */
let network: Network = () => undefined;
export const setNetwork = (next: Network): void => {
  network = next;
};

refetchOnFocus();
// happy-dom's is null.
Object.defineProperty(navigator, "locks", { value: undefined });
// Live connections open only once a page's pictures have loaded.
vi.spyOn(document, "readyState", "get").mockReturnValue("loading");

/** Opens a page as the browser does, without a server: all data comes from the network. */
export async function openScreen(
  path: string,
  calls: Network,
  who?: keyof typeof people,
): Promise<void> {
  network = calls;
  vi.stubGlobal("fetch", async (url: string, request?: RequestInit) => {
    const { pathname } = new URL(url, location.href);
    return network(pathname, request) ?? new Promise<never>(() => {});
  });
  // happy-dom has none.
  vi.stubGlobal("PerformanceNavigationTiming", Object);
  history.replaceState(null, "", path);
  if (who !== undefined) startSession({ ...people[who], jwt: "a.b.c", email: `${who}@x.example` });
  const queries = createQueryClient(false, currentUserId);
  const { queries: reads, ...defaults } = queries.getDefaultOptions();
  queries.setDefaultOptions({ ...defaults, queries: { ...reads, retryDelay: 0 } });
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const forget = onSessionEnd(() => forgetUser(queries));
  onTestFinished(() => {
    root.unmount();
    container.remove();
    forget();
    queries.clear();
    endSession();
    toastStore.clear();
    localStorage.clear();
    sessionStorage.clear();
    document.head.replaceChildren();
    vi.unstubAllGlobals();
  });
  const place = currentPlace();
  const page = await openPage(place);
  root.render(<Browser {...{ call, queries, place, page }} />);
  await expect.poll(() => screen.queryByRole("main")).not.toBe(null);
}

/** Returns axe's findings, except those that need a layout. */
export async function axeFaults(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
    rules: { "color-contrast": { enabled: false }, "target-size": { enabled: false } },
    resultTypes: ["violations"],
  });
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}

export const alerts = (): string =>
  screen
    .queryAllByRole("alert")
    .map((alert) => alert.textContent)
    .join("\n");

/** Fills in fields by label and presses a button. */
export function submit(fields: Readonly<Record<string, string>>, button: string): void {
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: button }));
}
