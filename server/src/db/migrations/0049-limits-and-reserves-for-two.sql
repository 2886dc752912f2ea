-- Far waivers of a reserve, forgiving much, and suspending bidders before the close take two people (D38).

ALTER TABLE proposals DROP CONSTRAINT proposals_kind_check;
-- Safe: NOT VALID checks new rows only, and the older version writes only the kinds it knows.
ALTER TABLE proposals ADD CONSTRAINT proposals_kind_check CHECK (kind IN
  ('WINNER_OVERRIDE', 'SECOND_CHANCE', 'UNIT_RELEASE', 'PAYMENT_REVERSAL', 'BID_LIMIT', 'LIMIT_REQUEST', 'BID_VOID',
    'LOT_CLOSE', 'AUCTION_END', 'TWO_PERSON_RULE', 'SETTING', 'ADMINISTRATOR_ACCESS',
    'RESERVE_WAIVER', 'USAGE_FORGIVEN', 'BIDDER_SUSPENSION')) NOT VALID;

-- The security log also has new API keys, and the consent to bids by them (D50).
ALTER TABLE security_events DROP CONSTRAINT security_events_kind_check;
-- Safe: NOT VALID checks new rows only, and the older version writes only the kinds it knows.
ALTER TABLE security_events ADD CONSTRAINT security_events_kind_check CHECK (kind IN ('SIGNED_IN',
  'NEW_DEVICE', 'SIGN_IN_FAILED', 'FACTOR_FAILED', 'DEVICE_DENIED', 'TOKEN_REUSED', 'RESET_REQUESTED',
  'PASSWORD_CHANGED', 'FACTORS_CHANGED', 'DATA_DOWNLOADED', 'ACCESS_REFUSED', 'LIMIT_REACHED',
  'MALWARE_FOUND', 'DATA_LISTED', 'DATA_EXPORTED', 'KEY_CHANGED')) NOT VALID;
