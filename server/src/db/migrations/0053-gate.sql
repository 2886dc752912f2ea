-- The gate: a permission of its own, the truck's plate, and pictures of units as they leave (D73).

ALTER TABLE users DROP CONSTRAINT users_permissions;
-- Safe: NOT VALID checks new rows only, and the older version writes only the permissions it knows.
ALTER TABLE users ADD CONSTRAINT users_permissions CHECK (
  withheld_permissions <@ ARRAY['documents', 'money', 'gate', 'auctions', 'users', 'settings']
  AND (role <> 'ROLE_CUSTOMER' OR withheld_permissions = '{}')) NOT VALID;
-- Anyone who could not release units before still cannot.
UPDATE users SET withheld_permissions = withheld_permissions || '{gate}'
  WHERE 'money' = ANY (withheld_permissions);

ALTER TABLE releases ADD COLUMN plate text;

ALTER TABLE documents DROP CONSTRAINT documents_purpose_check;
-- Safe: NOT VALID checks new rows only, and the older version writes only the purposes it knows.
ALTER TABLE documents ADD CONSTRAINT documents_purpose_check CHECK (purpose IN
  ('BID_LIMIT', 'FINANCE', 'INVOICE', 'RECEIPT', 'PAYMENT_PROOF', 'EXIT_PICTURE')) NOT VALID;

CREATE TABLE exit_pictures (
  document_id uuid PRIMARY KEY REFERENCES documents,
  award_id bigint NOT NULL REFERENCES awards,
  taken_by bigint NOT NULL REFERENCES users,
  taken_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX exit_pictures_award ON exit_pictures (award_id);
COMMENT ON TABLE exit_pictures IS 'What a sold unit looked like when it left the yard (D73).';
