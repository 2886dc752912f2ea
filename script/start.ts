import { buildWeb } from "./build-web.ts";

await buildWeb((line) => process.stdout.write(`${line}\n`));
process.env["NODE_ENV"] ??= "production";
await import("../server/src/main.ts");
