-- Each batch of bids locks what it is decided by, so nothing is checked again while it is written
-- (docs/decisions/0027).
DROP FUNCTION change_lots(bigint[], int[], int[], bigint[], bigint[], bigint[], timestamptz[], int[],
  int[], bytea[], xid[]);
DROP FUNCTION change_holds(bigint[], bigint[], bigint[]);
DROP FUNCTION refuse_stale();
