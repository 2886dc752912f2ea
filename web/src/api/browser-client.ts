import { observeServerTime } from "../clock.ts";
import { toast } from "../ui/toast-store.ts";
import { saveFile } from "../ui/save-file.ts";
import { endSession, readSession, replaceToken } from "../session/session.ts";
import {
  ApiError,
  createCall,
  pathOf,
  queryString,
  type Call,
  type HttpCall,
  type Send,
} from "./client.ts";
import { retryLater } from "./retry-later.ts";
import { routes, type RouteName } from "@gavelyard/contract/routes";

/** Messages of a 401 that mean that the session is over (specification section 5). */
const sessionIsOver = /jwt|token|expired|unauthorized|invalid/i;

const overNetwork: Send = async (call) => {
  if (call.form !== undefined) return sendForm(call.url, call.form, call);
  const sentAtMs = Date.now();
  const response = await fetch(call.url, {
    method: call.method,
    headers: call.headers,
    ...(call.body === undefined ? {} : { body: call.body }),
  }).catch(() => {
    throw unreachable();
  });
  const text = await response.text();
  const serverTime = /"serverTime":"([^"]{20,30})"\}?$/.exec(text.slice(-80))?.[1];
  if (serverTime !== undefined) observeServerTime(serverTime, sentAtMs, Date.now());
  const retryAfter = response.headers.get("retry-after");
  return {
    status: response.status,
    text,
    retryAfterSec: retryAfter === null ? null : Number(retryAfter),
  };
};

const unreachable = () => new ApiError(0, "The server cannot be reached. Check your connection.");

/** Only this older way of the browser tells how much of a file has been sent. */
function sendForm(url: string, form: FormData, call: HttpCall): ReturnType<Send> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.method, url);
    for (const [name, value] of Object.entries(call.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) call.onProgress?.(loaded / total);
    });
    request.addEventListener("load", () =>
      resolve({ status: request.status, text: request.responseText }),
    );
    request.addEventListener("error", () => reject(unreachable()));
    request.send(form);
  });
}

const plainCall = createCall(overNetwork, () => readSession()?.jwt ?? null);
let refreshing: Promise<boolean> | null = null;

/** A server that is away or busy has not refused anything. */
const notRefused = [0, 429, 503];

/** Exchanges the token once, however many calls found it expired. Answers whether it worked. */
export function refreshToken(): Promise<boolean> {
  refreshing ??= exchange().finally(() => (refreshing = null));
  return refreshing;
}

async function exchange(): Promise<boolean> {
  const session = readSession();
  if (session === null) return false;
  try {
    const { jwt } = await plainCall("refreshToken", { body: { token: session.jwt } });
    replaceToken(jwt);
    return true;
  } catch (error) {
    // Another tab may have exchanged it a moment ago.
    const now = readSession();
    if (now !== null && now.jwt !== session.jwt) return true;
    if (!(error instanceof ApiError) || notRefused.includes(error.status)) return false;
    // What a 401 says is said by the ended session itself.
    if (error.status !== 401) {
      toast({ type: "error", title: error.message || "Failed to refresh token" });
    }
    endSession("expired");
    return false;
  }
}

/**
 * The browser's client: an expired token is exchanged silently, a dead one ends the session (D2).
 * What only reads waits for a busy server; whoever acts is told at once.
 */
export const call: Call = (name, input) =>
  routes[name].method === "GET"
    ? retryLater(() => callWithSession(name, input))
    : callWithSession(name, input);

const callWithSession: Call = async (name, input) => {
  const hadToken = readSession() !== null;
  try {
    return await plainCall(name, input);
  } catch (error) {
    const isAuthCall = [
      "login",
      "signup",
      "sendOtp",
      "verifyOtp",
      "refreshToken",
      "logout",
    ].includes(name);
    if (!(error instanceof ApiError) || error.status !== 401 || isAuthCall || !hadToken)
      throw error;
    if (!sessionIsOver.test(error.message)) throw error;
    if (/expired/i.test(error.message) && (await refreshToken())) return plainCall(name, input);
    endSession("expired");
    throw error;
  }
};

/** What says which file is meant, beside the parameters of its path. */
interface FileAsked {
  readonly query?: object;
  readonly body?: object;
}

/** Reads a file of ours that not everybody may read, with the name that the server gives it. */
export async function readFile(
  name: RouteName,
  params: Readonly<Record<string, string>>,
  { query, body }: FileAsked = {},
): Promise<{ readonly bytes: Blob; readonly fileName: string }> {
  const ask = () =>
    fetch(pathOf(name, params) + queryString(query), {
      method: routes[name].method,
      headers: {
        Authorization: `Bearer ${readSession()?.jwt ?? ""}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw unreachable();
    });
  let response = await ask();
  if (response.status === 401 && (await refreshToken())) response = await ask();
  if (!response.ok) throw new ApiError(response.status, "The file could not be read.");
  const given = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return { bytes: await response.blob(), fileName: given ?? "document" };
}

/** Saves such a file. */
export async function download(
  name: RouteName,
  params: Readonly<Record<string, string>>,
  asked: FileAsked = {},
): Promise<void> {
  const { bytes, fileName } = await readFile(name, params, asked);
  saveFile(bytes, fileName);
}
