import { unreachable, type HttpCall, type Send } from "@gavelyard/client/call";

/** Uses XMLHttpRequest, since only it reports upload progress. */
export function sendForm(form: FormData, call: HttpCall): ReturnType<Send> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.method, call.url);
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
