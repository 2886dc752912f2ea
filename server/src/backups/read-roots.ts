import { proofRoots } from "@gavelyard/contract/bidding/lot-proofs";
import type { RootEntry } from "@gavelyard/domain/lot-proofs/lot-proof";
import { readFile } from "node:fs/promises";
import path from "node:path";

/** Reads a saved response of `/api/proofs/roots`. The path is relative to where npm was called. */
export async function readRoots(file: string): Promise<readonly RootEntry[]> {
  // npm changes to the package's folder before it runs a script.
  const from = process.env["INIT_CWD"] ?? process.cwd();
  const text = await readFile(path.resolve(from, file), "utf8");
  return proofRoots.response.parse(JSON.parse(text)).content;
}
