-- Names of the accounts in exported books (D85).
ALTER TABLE operating_settings DROP CONSTRAINT operating_settings_name_check;
-- Safe: NOT VALID checks new rows only, and the older version writes only the names it knows.
ALTER TABLE operating_settings ADD CONSTRAINT operating_settings_name_check CHECK (name ~
  '^(contact|fees|increments|softClose|bidLimit|notice|twoPersonRule|customerApiKeys|delivery|negotiation|reasons|clearing|titles|accounts|mail:[A-Z_]{1,40}(:[a-z]{2})?)$') NOT VALID;
