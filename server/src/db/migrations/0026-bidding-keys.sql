-- Leaders of lots, and who was outbid, are looked up once for all rows of a statement, as the ledger's
-- bidders are (docs/decisions/0014): row by row it took a fifth of what a batch of bids takes.
ALTER TABLE lots DROP CONSTRAINT lots_leader_id_fkey;
ALTER TABLE outbid_bidders
  DROP CONSTRAINT outbid_bidders_lot_id_fkey, DROP CONSTRAINT outbid_bidders_user_id_fkey;

CREATE FUNCTION leaders_may_bid() RETURNS trigger LANGUAGE plpgsql
  -- The plan is kept from when the tables may have been empty; rows are always found by their index.
  SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT leader_id FROM written WHERE leader_id IS NOT NULL) w
    WHERE (SELECT b.user_id FROM bidders b WHERE b.user_id = w.leader_id) IS NULL
  ) THEN
    RAISE EXCEPTION 'a lot is led by nobody who may bid' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER lots_inserted_leaders AFTER INSERT ON lots REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION leaders_may_bid();
CREATE TRIGGER lots_updated_leaders AFTER UPDATE ON lots REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION leaders_may_bid();

-- An alias refers to its lot and its bidder, so both stay while somebody waits to be told.
CREATE FUNCTION outbid_have_aliases() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM written w
    WHERE (SELECT a.alias_no FROM lot_bidders a WHERE a.lot_id = w.lot_id AND a.user_id = w.user_id)
      IS NULL
  ) THEN
    RAISE EXCEPTION 'who was outbid has no alias on the lot' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER outbid_have_aliases AFTER INSERT ON outbid_bidders REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION outbid_have_aliases();
