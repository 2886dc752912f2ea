-- Operators' texts of emails, one for each language: mail:WON is English, mail:WON:es Spanish (D65).
ALTER TABLE operating_settings DROP CONSTRAINT operating_settings_name_check;
ALTER TABLE operating_settings ADD CONSTRAINT operating_settings_name_check CHECK (name ~
  '^(contact|fees|increments|softClose|bidLimit|notice|twoPersonRule|customerApiKeys|delivery|negotiation|mail:[A-Z_]{1,40}(:[a-z]{2})?)$') NOT VALID;
