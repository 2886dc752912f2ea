import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { administer } from "./sign-in/administer.ts";
import { openDatabase } from "./db/open-database.ts";
import { readSettings } from "./settings.ts";

async function askPassword(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { url: databaseUrl, stop } = await openDatabase(settings);
  try {
    await administer(process.argv.slice(2), databaseUrl, {
      print: (line) => {
        process.stdout.write(`${line}\n`);
      },
      askPassword: process.stdin.isTTY ? askPassword : null,
    });
  } finally {
    await stop();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
