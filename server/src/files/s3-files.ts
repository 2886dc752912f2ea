import { AwsClient } from "aws4fetch";
import { openAsBlob } from "node:fs";
import type { FileStore } from "./file-store.ts";

const TIMEOUT_MS = 20_000;
/** Slowest upload of a large file that isn't aborted, in bytes per ms. */
const MIN_UPLOAD_PACE = 500;

/** Stores files in an S3-compatible bucket, with path-style addresses. */
export class S3Files implements FileStore {
  readonly #client: AwsClient;
  /** Ends with a slash. */
  readonly #root: string;

  /**
   * @param url `s3+https://KEY:SECRET@host/bucket/prefix?region=us-east-1`, or `s3+http://` on a
   * trusted network
   */
  constructor(url: string) {
    const { protocol, host, pathname, username, password, searchParams } = new URL(url);
    this.#client = new AwsClient({
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
      service: "s3",
      region: searchParams.get("region") ?? "us-east-1",
      retries: 3,
    });
    this.#root = `${protocol.replace("s3+", "")}//${host}${pathname.replace(/\/*$/, "")}/`;
  }

  async read(name: string): Promise<Buffer | null> {
    const response = await this.#call("GET", name);
    if (response.status === 404) return null;
    return Buffer.from(await this.#succeeded(response, name).arrayBuffer());
  }

  async readPart(name: string, at: number, length: number): Promise<Buffer | null> {
    const headers = { range: `bytes=${at}-${at + length - 1}` };
    const response = await this.#call("GET", name, { headers });
    if (response.status === 404 || response.status === 416) return null;
    return Buffer.from(await this.#succeeded(response, name).arrayBuffer());
  }

  write(name: string, bytes: Buffer, contentType: string): Promise<void> {
    return this.#put(name, new Blob([new Uint8Array(bytes)]), contentType);
  }

  async writeFrom(name: string, path: string, contentType: string): Promise<void> {
    await this.#put(name, await openAsBlob(path), contentType);
  }

  async #put(name: string, body: Blob, contentType: string): Promise<void> {
    const headers = { "content-type": contentType };
    const timeoutMs = TIMEOUT_MS + body.size / MIN_UPLOAD_PACE;
    const response = await this.#call("PUT", name, { body, headers }, timeoutMs);
    await this.#succeeded(response, name).arrayBuffer();
  }

  async list(prefix: string): Promise<string[]> {
    const { origin, pathname } = new URL(this.#root);
    const [, bucket = "", inBucket = ""] = /^\/([^/]+)\/(.*)$/.exec(pathname) ?? [];
    const names: string[] = [];
    for (let token = ""; ;) {
      const query = new URLSearchParams({ "list-type": "2", prefix: inBucket + prefix });
      if (token !== "") query.set("continuation-token", token);
      const response = await this.#fetch("GET", `${origin}/${bucket}?${query.toString()}`);
      const page = await this.#succeeded(response, prefix).text();
      for (const [, key = ""] of page.matchAll(/<Key>([^<]*)<\/Key>/g))
        names.push(key.slice(inBucket.length));
      token = /<NextContinuationToken>([^<]*)</.exec(page)?.[1] ?? "";
      if (token === "") return names.toSorted();
    }
  }

  async remove(name: string): Promise<void> {
    const response = await this.#call("DELETE", name);
    if (response.status !== 404) await this.#succeeded(response, name).arrayBuffer();
  }

  #call(
    method: string,
    name: string,
    init: RequestInit = {},
    timeoutMs = TIMEOUT_MS,
  ): Promise<Response> {
    return this.#fetch(method, `${this.#root}${name}`, init, timeoutMs);
  }

  #fetch(
    method: string,
    url: string,
    init: RequestInit = {},
    timeoutMs = TIMEOUT_MS,
  ): Promise<Response> {
    return this.#client.fetch(url, {
      ...init,
      method,
      // Following a redirect would send the file to another server, which could return a different
      // one.
      redirect: "manual",
      signal: AbortSignal.timeout(Math.ceil(timeoutMs)),
    });
  }

  #succeeded(response: Response, name: string): Response {
    if (response.ok) return response;
    throw new Error(`the file store answered ${response.status} for ${name}`);
  }
}
