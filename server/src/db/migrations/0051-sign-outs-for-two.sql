-- Signing a bidder out shortly before the close takes two people (D38).

ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
-- Safe: NOT VALID checks new rows only, and the older version writes only the kinds it knows.
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check CHECK (kind IN
  ('WINNER_OVERRIDE', 'SECOND_CHANCE', 'UNIT_RELEASE', 'PAYMENT_REVERSAL', 'BID_LIMIT', 'LIMIT_REQUEST', 'BID_VOID',
    'LOT_CLOSE', 'AUCTION_END', 'TWO_PERSON_RULE', 'SETTING', 'ADMINISTRATOR_ACCESS',
    'RESERVE_WAIVER', 'USAGE_FORGIVEN', 'BIDDER_SUSPENSION', 'BIDDER_SIGN_OUT')) NOT VALID;
