-- Bidders who lost the lead of a lot, written with the bid that took it, until a mail told them so.
CREATE TABLE outbid_bidders (
  lot_id bigint NOT NULL REFERENCES lots,
  user_id bigint NOT NULL REFERENCES bidders,
  -- Since when they wait to be told; null once they were told or lead again.
  waiting_since timestamptz(3),
  told_at timestamptz(3),
  PRIMARY KEY (lot_id, user_id)
) WITH (fillfactor = 70);
CREATE INDEX outbid_bidders_waiting ON outbid_bidders (waiting_since) WHERE waiting_since IS NOT NULL;

-- Moments of auctions of which their watchers were told.
CREATE TABLE told_moments (
  auction_id bigint NOT NULL REFERENCES auctions,
  kind text NOT NULL CHECK (kind IN ('LIVE', 'ENDING_SOON')),
  -- An auction that is moved has its moment again.
  moment timestamptz(3) NOT NULL,
  PRIMARY KEY (auction_id, kind, moment)
);
CREATE INDEX auctions_start ON auctions (start_time) WHERE lifecycle = 'PUBLISHED';
CREATE INDEX auctions_end ON auctions (scheduled_end_time) WHERE lifecycle = 'PUBLISHED';
