-- Who was outbid is read from the ledger when a mail may tell them, and not noted with each bid
-- (docs/decisions/0020).
CREATE TABLE outbid_reading (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  -- The last row of the ledger that was read for who was outbid.
  ledger_id bigint NOT NULL
);
INSERT INTO outbid_reading (ledger_id) SELECT coalesce(max(id), 0) FROM ledger;

DROP TRIGGER outbid_have_aliases ON outbid_bidders;
DROP FUNCTION outbid_have_aliases();
ALTER TABLE outbid_bidders ADD FOREIGN KEY (lot_id, user_id) REFERENCES lot_bidders;
