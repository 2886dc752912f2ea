-- Negotiation of a missed reserve (D63).

CREATE TABLE negotiation_steps (
  lot_id bigint NOT NULL REFERENCES lots,
  -- At most three amounts of each side, and the end.
  seq smallint NOT NULL CHECK (seq BETWEEN 1 AND 7),
  kind text NOT NULL CHECK (kind IN ('COUNTER', 'ACCEPT', 'DECLINE', 'WITHDRAW', 'EXPIRE')),
  side text CHECK (side IN ('SELLER', 'BIDDER')),
  cents bigint CHECK (cents > 0),
  at timestamptz(3) NOT NULL,
  valid_until timestamptz(3),
  hash sha256_hash,
  PRIMARY KEY (lot_id, seq),
  CHECK ((kind = 'COUNTER') = (cents IS NOT NULL)),
  CHECK ((kind = 'COUNTER') = (valid_until IS NOT NULL)),
  CHECK (valid_until > at),
  CHECK ((kind = 'EXPIRE') = (side IS NULL)),
  CHECK (kind <> 'WITHDRAW' OR side = 'SELLER'),
  CHECK (kind <> 'COUNTER' OR (side = 'SELLER') = (seq % 2 = 1))
);
CREATE TRIGGER negotiation_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON negotiation_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE negotiation_steps IS 'Counteroffers of both sides after a missed reserve, and how they ended; continues the lot''s chain of hashes (D63). Append-only.';

CREATE FUNCTION negotiation_follows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  open_step negotiation_steps;
  own_cents bigint;
BEGIN
  SELECT * INTO open_step FROM negotiation_steps WHERE lot_id = NEW.lot_id AND seq = NEW.seq - 1;
  SELECT cents INTO own_cents FROM negotiation_steps WHERE lot_id = NEW.lot_id AND seq = NEW.seq - 2;
  IF NEW.seq = 1 THEN
    IF NEW.kind <> 'COUNTER' OR NOT EXISTS (SELECT FROM lots l WHERE l.id = NEW.lot_id
        AND l.outcome = 'RESERVE_NOT_MET' AND l.price_cents < NEW.cents) THEN
      RAISE EXCEPTION 'a negotiation begins with a counteroffer above a bid below the reserve'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  ELSIF open_step.kind IS DISTINCT FROM 'COUNTER'
    OR (NEW.at > open_step.valid_until) <> (NEW.kind = 'EXPIRE')
    OR NEW.kind IN ('ACCEPT', 'DECLINE') AND NEW.side = open_step.side
    OR NEW.kind = 'WITHDRAW' AND open_step.side <> 'SELLER'
    OR NEW.side = 'SELLER' AND (NEW.cents <= open_step.cents OR NEW.cents > own_cents)
    OR NEW.side = 'BIDDER' AND (NEW.cents >= open_step.cents OR NEW.cents <= own_cents) THEN
    RAISE EXCEPTION 'step % of the negotiation of lot % does not follow', NEW.seq, NEW.lot_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER negotiation_follows BEFORE INSERT ON negotiation_steps
  FOR EACH ROW EXECUTE FUNCTION negotiation_follows();

ALTER TABLE operating_settings DROP CONSTRAINT operating_settings_name_check;
ALTER TABLE operating_settings ADD CONSTRAINT operating_settings_name_check CHECK (name ~
  '^(contact|fees|increments|softClose|bidLimit|notice|twoPersonRule|customerApiKeys|delivery|negotiation|mail:[A-Z_]{1,40})$') NOT VALID;
