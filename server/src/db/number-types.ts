import { types } from "pg";

// Constraints keep ids and cents below 2^53, so numbers represent them exactly.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);
/** OIDs of the types bigint[] and int[]; `pg` would parse the former into strings. */
const [BIGINTS, INTS] = [1016, 1007];
types.setTypeParser(BIGINTS, types.getTypeParser(INTS));
