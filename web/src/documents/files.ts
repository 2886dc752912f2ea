import { ApiError, type CallInput, type FileName } from "@gavelyard/client/call";
import { receiveFile, type ReceivedFile } from "@gavelyard/client/network";
import { readSession } from "../session/session.ts";
import { saveFile } from "../ui/save-file.ts";
import { orConfirm } from "../sign-in/confirm-again.tsx";
import { forCaller, refreshToken } from "../api/browser-client.ts";

export async function readFile<N extends FileName>(
  name: N,
  input: CallInput<N> = {},
): Promise<ReceivedFile> {
  const read = () => receiveFile(fetch, name, input, readSession()?.jwt ?? null);
  return forCaller(() =>
    orConfirm(() =>
      read().catch(async (error: unknown) => {
        if (error instanceof ApiError && error.status === 401 && (await refreshToken()))
          return read();
        throw error;
      }),
    ),
  );
}

export async function download<N extends FileName>(
  name: N,
  input: CallInput<N> = {},
): Promise<void> {
  const { bytes, fileName } = await readFile(name, input);
  saveFile(bytes, fileName);
}
