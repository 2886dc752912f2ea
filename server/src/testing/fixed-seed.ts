/**
 * Makes property tests draw the same cases each time, so that a change fails by its own doing alone.
 * `FUZZ=1 npm test` draws others.
 */
import fc from "fast-check";

const FIXED_SEED = 20_260_101;

if (process.env["FUZZ"] !== "1") fc.configureGlobal({ seed: FIXED_SEED });
