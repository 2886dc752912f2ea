import { AwsClient } from "aws4fetch";
import type { FileStore } from "./file-store.ts";

const ANSWER_WITHIN_MS = 20_000;

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

  async write(name: string, bytes: Buffer, contentType: string): Promise<void> {
    const response = await this.#call("PUT", name, {
      body: new Uint8Array(bytes),
      headers: { "content-type": contentType },
    });
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

  #call(method: string, name: string, init: RequestInit = {}): Promise<Response> {
    return this.#fetch(method, `${this.#root}${name}`, init);
  }

  #fetch(method: string, url: string, init: RequestInit = {}): Promise<Response> {
    return this.#client.fetch(url, {
      ...init,
      method,
      // A store elsewhere would get the file, and could answer with another one.
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  }

  #succeeded(response: Response, name: string): Response {
    if (response.ok) return response;
    throw new Error(`the file store answered ${response.status} for ${name}`);
  }
}
