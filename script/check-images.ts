import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "./build-web.ts";
import { digestOf, imagesIn, parseReference, pin, RegistryError } from "./images.ts";

/**
 * `npm run check-images` names the images that have no digest. With `--pin` it asks their
 * registries for the digests of the tags and writes them. Exits with 0 if every image has a digest,
 * 1 if one has none, and 2 if a registry didn't answer; then nothing is written.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    pin: { type: "boolean", default: false },
    // The registry of images whose reference has no host, and the folder with the files.
    registry: { type: "string" },
    root: { type: "string", default: root },
  },
});

async function readFiles(): Promise<{ file: string; text: string }[]> {
  const names = ["Dockerfile", "compose.yaml"].map((name) => path.join(values.root, name));
  return Promise.all(names.map(async (file) => ({ file, text: await readFile(file, "utf8") })));
}

/** Returns the address of an image's registry. @throws RegistryError */
function registryOf(image: string): string {
  const { host } = parseReference(image);
  if (host !== null) return `https://${host}`;
  if (values.registry !== undefined && URL.canParse(values.registry)) return values.registry;
  throw new RegistryError(`${image} names no registry. Add --registry https://HOST`);
}

/** Official images are in the folder `library`, which references to them leave out. */
function withFolder(image: string) {
  const reference = parseReference(image);
  const { host, repository } = reference;
  return host === null && !repository.includes("/")
    ? { ...reference, repository: `library/${repository}` }
    : reference;
}

async function pinAll(): Promise<number> {
  const files = await readFiles();
  const images = [...new Set(files.flatMap(({ text }) => imagesIn(text)))];
  const digests = new Map<string, string>();
  try {
    for (const image of images)
      digests.set(image, await digestOf(withFolder(image), registryOf(image)));
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    say(`NOT PINNED: ${error.message}. Nothing was written.`);
    return 2;
  }
  for (const { file, text } of files) {
    const pinned = [...digests].reduce((all, [image, digest]) => pin(all, image, digest), text);
    if (pinned !== text) await writeFile(file, pinned);
  }
  for (const [image, digest] of digests) say(`${image.split("@")[0]}@${digest}`);
  return 0;
}

async function check(): Promise<number> {
  const files = await readFiles();
  const open = files.flatMap(({ file, text }) =>
    imagesIn(text)
      .filter((image) => parseReference(image).digest === null)
      .map((image) => `${path.basename(file)}: ${image} has no digest`),
  );
  for (const line of open) say(line);
  say(
    open.length === 0
      ? "Every image has a digest."
      : "Write them with: npm run check-images -- --pin --registry https://HOST",
  );
  return open.length === 0 ? 0 : 1;
}

process.exitCode = values.pin ? await pinAll() : await check();
