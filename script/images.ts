import { z } from "zod";

export interface ImageReference {
  /** Host of the registry; null for the default one. */
  readonly host: string | null;
  readonly repository: string;
  readonly tag: string;
  readonly digest: string | null;
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Reads a reference such as `host/name:tag@sha256:…`. */
export function parseReference(text: string): ImageReference {
  const [named = "", digest = null] = text.split("@");
  const [, path = "", tag = "latest"] = /^(.*?)(?::([\w.-]+))?$/.exec(named) ?? [];
  const [first = "", ...rest] = path.split("/");
  const hasHost = rest.length > 0 && /[.:]|^localhost$/.test(first);
  return { host: hasHost ? first : null, repository: hasHost ? rest.join("/") : path, tag, digest };
}

/** Finds the images that a Dockerfile or a Compose file takes from registries, as written. */
export function imagesIn(text: string): string[] {
  const stages = new Set([...text.matchAll(/^FROM .* AS (\S+)$/gim)].map(([, name]) => name));
  const bases = [...text.matchAll(/^FROM (?:--\S+ )*(\S+)/gim)].map(([, image = ""]) => image);
  const lines = text.split("\n");
  const services = lines.flatMap((line, index) => {
    const [, indent = "", image] = /^( *)image: *(\S+)/.exec(line) ?? [];
    return image === undefined || isBuiltHere(lines, index, indent) ? [] : [image];
  });
  return [
    ...new Set([...bases.filter((base) => base !== "scratch" && !stages.has(base)), ...services]),
  ];
}

/** Returns whether the service of a Compose file's line has a `build` of its own. */
function isBuiltHere(lines: readonly string[], index: number, indent: string): boolean {
  const isOutside = (line: string) => line.trim() !== "" && !line.startsWith(indent);
  const from = lines.slice(0, index).findLastIndex(isOutside);
  const until = lines.findIndex((line, at) => at > index && isOutside(line));
  const service = lines.slice(from + 1, until === -1 ? undefined : until);
  return service.some((line) => line.startsWith(`${indent}build:`));
}

export function pin(text: string, image: string, digest: string): string {
  const named = image.split("@")[0] ?? image;
  return text.replaceAll(image, () => `${named}@${digest}`);
}

export const withoutDigests = (text: string): string =>
  text.replaceAll(/@sha256:[0-9a-f]{64}/g, "");

/** Thrown when a registry gives no digest. The message is one line. */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
}

const ANSWER_WITHIN_MS = 20_000;
const manifests = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");
const tokenAnswer = z.union([
  z.object({ token: z.string() }).transform(({ token }) => token),
  z.object({ access_token: z.string() }).transform(({ access_token: token }) => token),
]);

/**
 * Asks a registry which image a tag means now, by the API of the OCI Distribution Specification.
 * @throws RegistryError without a valid answer
 */
export async function digestOf(
  { repository, tag }: ImageReference,
  registry: string,
): Promise<string> {
  const address = new URL(`/v2/${repository}/manifests/${tag}`, registry).href;
  const first = await ask(address, { method: "HEAD", headers: { accept: manifests } });
  const challenge = first.headers.get("www-authenticate");
  const answer =
    first.status === 401 && challenge !== null
      ? await ask(address, {
          method: "HEAD",
          headers: { accept: manifests, authorization: `Bearer ${await tokenFor(challenge)}` },
        })
      : first;
  if (!answer.ok) throw new RegistryError(`${address} returned ${answer.status}`);
  const digest = answer.headers.get("docker-content-digest") ?? "";
  if (!DIGEST.test(digest)) throw new RegistryError(`${address} returned no digest`);
  return digest;
}

async function tokenFor(challenge: string): Promise<string> {
  const fields = new Map(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  const realm = URL.parse(fields.get("realm") ?? "");
  if (!/^bearer /i.test(challenge) || realm === null)
    throw new RegistryError(`We don't support this registry's sign-in: ${challenge}`);
  for (const name of ["service", "scope"]) {
    const value = fields.get(name);
    if (value !== undefined) realm.searchParams.set(name, value);
  }
  const answer = await ask(realm.href, {});
  const body: unknown = await answer.json().catch(() => null);
  const token = tokenAnswer.safeParse(body);
  if (!answer.ok || !token.success) throw new RegistryError(`${realm.origin} returned no token`);
  return token.data;
}

async function ask(address: string, options: RequestInit): Promise<Response> {
  return fetch(address, {
    ...options,
    redirect: "error",
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((error: unknown) => {
    const { cause } = error instanceof Error ? error : {};
    const reason = cause instanceof Error ? cause.message : String(error);
    throw new RegistryError(`${new URL(address).origin} didn't answer: ${reason}`);
  });
}
