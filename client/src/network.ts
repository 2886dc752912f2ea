import {
  errorOf,
  parse,
  requestOf,
  unreachable,
  withRoute,
  type CallInput,
  type FileName,
  type HttpCall,
  type Send,
} from "./call.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

async function request(
  fetchIt: Fetch,
  { url, method, headers, body, form }: HttpCall,
): Promise<Response> {
  const content = form ?? body;
  return fetchIt(url, {
    method,
    headers,
    ...(content === undefined ? {} : { body: content }),
  }).catch(() => {
    throw unreachable();
  });
}

/** Sends calls by `fetch`. Forms report no progress. */
export const sendBy =
  (fetchIt: Fetch): Send =>
  async (call) => {
    const response = await request(fetchIt, call);
    const retryAfter = response.headers.get("retry-after");
    return {
      status: response.status,
      text: await response.text(),
      retryAfterSec: retryAfter === null ? null : Number(retryAfter),
    };
  };

export interface ReceivedFile {
  readonly bytes: Blob;
  readonly fileName: string;
}

export function receiveFile<N extends FileName>(
  fetchIt: Fetch,
  name: N,
  input: CallInput<N>,
  token: string | null,
): Promise<ReceivedFile> {
  return withRoute(name, async (route) => {
    const response = await request(fetchIt, requestOf(route, input, token));
    if (!response.ok) throw errorOf(response.status, parse(await response.text()));
    const fileName = /filename="([^"]*)"/.exec(
      response.headers.get("content-disposition") ?? "",
    )?.[1];
    return { bytes: await response.blob(), fileName: fileName ?? "document" };
  });
}
