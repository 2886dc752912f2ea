/**
 * Fixes the seed of property tests, so that they fail only because of a change. `FUZZ=1 npm test`
 * draws random cases.
 */
import fc from "fast-check";

const FIXED_SEED = 20_260_101;

if (process.env["FUZZ"] !== "1") fc.configureGlobal({ seed: FIXED_SEED });
