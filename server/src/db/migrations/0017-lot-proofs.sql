-- The ledger of a lot is a chain of hashes (docs/verifiable-lots.md). A lot without a secret was put up
-- before there were chains, and never gets one.
ALTER TABLE lots
  ADD COLUMN proof_secret bytea,
  -- Hash of the ledger's last row; null as long as it has none.
  ADD COLUMN chain_head bytea;
-- Lots that open while processes of the release before may still run stay without.
UPDATE lots SET proof_secret = uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  WHERE seq = 0 AND closed_at IS NULL AND opens_at > clock_ms() + interval '1 hour';
ALTER TABLE lots
  ALTER COLUMN proof_secret SET DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  ADD CONSTRAINT lots_chain CHECK (chain_head IS NULL
    OR (proof_secret IS NOT NULL AND octet_length(chain_head) = 32));

ALTER TABLE ledger
  ADD COLUMN hash bytea,
  -- The alias that leads once the act is done that the row belongs to.
  ADD COLUMN leader_alias integer;

-- The terms with which a chain begins, as they were then. Append-only.
CREATE TABLE lot_openings (
  lot_id bigint PRIMARY KEY REFERENCES lots,
  opening jsonb NOT NULL
);
CREATE TRIGGER lot_openings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON lot_openings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A row is the next of its lot's, and hashed if the lot has a chain. Its own hash is the server's work;
-- that the chain was continued from the last row and no other follows from the number, which is unique.
CREATE FUNCTION ledger_follows() RETURNS trigger LANGUAGE plpgsql
  -- The plan is kept from when the ledger may have been empty; rows are always found by their index.
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added a JOIN lots l ON l.id = a.lot_id
    WHERE (a.seq > 1 AND NOT EXISTS (
        SELECT FROM ledger p WHERE p.lot_id = a.lot_id AND p.seq = a.seq - 1))
      OR (a.hash IS NULL) <> (l.proof_secret IS NULL) OR octet_length(a.hash) <> 32
  ) THEN
    RAISE EXCEPTION 'a row of the ledger does not follow the one before it'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_follows AFTER INSERT ON ledger REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_follows();

-- What the chain began with, and where it ended, stays.
CREATE FUNCTION refuse_change_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the record of lot % has begun and binds this', OLD.id
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER lots_terms_bound
  BEFORE UPDATE OF starting_cents, reserve_cents, increments, soft_close_window_sec,
    soft_close_extend_sec, max_extensions, proof_secret ON lots
  FOR EACH ROW WHEN (OLD.chain_head IS NOT NULL AND (OLD.starting_cents, OLD.reserve_cents,
      OLD.increments, OLD.soft_close_window_sec, OLD.soft_close_extend_sec, OLD.max_extensions,
      OLD.proof_secret) IS DISTINCT FROM (NEW.starting_cents, NEW.reserve_cents, NEW.increments,
      NEW.soft_close_window_sec, NEW.soft_close_extend_sec, NEW.max_extensions, NEW.proof_secret))
  EXECUTE FUNCTION refuse_change_of_lot();
CREATE TRIGGER lots_root_bound BEFORE UPDATE OF chain_head ON lots
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL AND OLD.chain_head IS NOT NULL
    AND OLD.chain_head IS DISTINCT FROM NEW.chain_head)
  EXECUTE FUNCTION refuse_change_of_lot();

-- The roots of all lots that closed, in the order of closing: a chain of its own. Append-only.
CREATE TABLE lot_roots (
  position bigint PRIMARY KEY CHECK (position > 0),
  lot_id bigint NOT NULL UNIQUE REFERENCES lots,
  root bytea NOT NULL CHECK (octet_length(root) = 32),
  closed_at timestamptz(3) NOT NULL,
  previous bytea CHECK (octet_length(previous) = 32),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  CHECK ((position = 1) = (previous IS NULL))
);
CREATE TRIGGER lot_roots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON lot_roots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the check of closed lots found broken; a lot is told of once.
CREATE TABLE broken_proofs (
  lot_id bigint PRIMARY KEY REFERENCES lots,
  problem text NOT NULL,
  found_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
