-- Lots and bidders of new ledger rows are looked up once for all rows of a statement, not row by row:
-- with the number and the hash, which were checked so already (docs/decisions/0014).
ALTER TABLE ledger DROP CONSTRAINT ledger_lot_id_fkey, DROP CONSTRAINT ledger_user_id_fkey;

CREATE OR REPLACE FUNCTION ledger_follows() RETURNS trigger LANGUAGE plpgsql
  -- The plan is kept from when the tables may have been empty; rows are always found by their index.
  SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added a
    WHERE octet_length(a.hash) <> 32
      OR (SELECT (a.hash IS NULL) = (l.proof_secret IS NULL) FROM lots l WHERE l.id = a.lot_id)
        IS NOT TRUE
      OR a.seq > 1 AND (SELECT p.seq FROM ledger p WHERE p.lot_id = a.lot_id AND p.seq = a.seq - 1)
        IS NULL
      OR a.user_id IS NOT NULL AND (SELECT b.user_id FROM bidders b WHERE b.user_id = a.user_id)
        IS NULL
  ) THEN
    RAISE EXCEPTION 'a row of the ledger names no lot or no bidder, or does not follow the one before it'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

-- A bidder of a row stays, since the bidder's alias refers to it; a lot with rows stays by this.
CREATE FUNCTION refuse_deletion_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'lot % has a record', OLD.id USING ERRCODE = 'foreign_key_violation';
END $$;
CREATE TRIGGER lots_with_record_stay BEFORE DELETE ON lots
  FOR EACH ROW WHEN (OLD.seq > 0) EXECUTE FUNCTION refuse_deletion_of_lot();
