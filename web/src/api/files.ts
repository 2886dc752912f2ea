import type { RouteName } from "@gavelyard/contract/all-routes";
import { readSession } from "../session/session.ts";
import { saveFile } from "../ui/save-file.ts";
import { orConfirm } from "../session/confirm-again.tsx";
import { forCaller, refreshToken } from "./browser-client.ts";
import { ApiError, pathOf, queryString, withRoute, unreachable } from "./client.ts";

/** What identifies the file, in addition to the path parameters. */
interface FileAsked {
  readonly query?: object;
  readonly body?: object;
}

interface ReadFile {
  readonly bytes: Blob;
  readonly fileName: string;
}

/** Loads a protected file, with the name that the server gives it. */
export async function readFile(
  name: RouteName,
  params: Readonly<Record<string, string>>,
  asked: FileAsked = {},
): Promise<ReadFile> {
  return forCaller(() => orConfirm(() => readBytes(name, params, asked)));
}

async function readBytes(
  name: RouteName,
  params: Readonly<Record<string, string>>,
  { query, body }: FileAsked,
): Promise<ReadFile> {
  const ask = () =>
    withRoute(name, (route) =>
      fetch(pathOf(route, params) + queryString(query), {
        method: route.method,
        headers: {
          Authorization: `Bearer ${readSession()?.jwt ?? ""}`,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => {
        throw unreachable();
      }),
    );
  let response = await ask();
  if (response.status === 401 && (await refreshToken())) response = await ask();
  if (!response.ok) {
    const code = /"code":"([\w-]+)"/.exec(await response.text())?.[1];
    const message = code === undefined ? "Couldn't load the file." : "Confirm that it's you first.";
    throw new ApiError(response.status, message, [], null, code);
  }
  const given = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return { bytes: await response.blob(), fileName: given ?? "document" };
}

/** Loads a protected file and saves it. */
export async function download(
  name: RouteName,
  params: Readonly<Record<string, string>>,
  asked: FileAsked = {},
): Promise<void> {
  const { bytes, fileName } = await readFile(name, params, asked);
  saveFile(bytes, fileName);
}
