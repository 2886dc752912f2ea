-- Files that belong to nothing (D42), codes and links of those who requested them (D43), and what
-- closing an account and time remove (D44).

CREATE TABLE unclaimed_files (
  -- The name of the file in the store, and of the document that may claim it.
  id uuid PRIMARY KEY,
  since timestamptz(3) NOT NULL DEFAULT clock_ms()
);
CREATE INDEX unclaimed_files_since ON unclaimed_files (since);
COMMENT ON TABLE unclaimed_files IS 'Files of documents to be: written before the act that claims them, or left by a deleted document.';

-- Codes live ten minutes and links thirty: people whose own is dropped request another one.
DELETE FROM email_codes;
DELETE FROM password_resets;
ALTER TABLE email_codes
  ADD COLUMN network text NOT NULL,
  -- Of the token with which a verified address signs up from anywhere.
  ADD COLUMN verification_hash bytea,
  DROP CONSTRAINT email_codes_pkey,
  ADD PRIMARY KEY (email, network);
COMMENT ON TABLE email_codes IS 'The newest code that confirms an email address, for each network that requested one (D6, D43).';
ALTER TABLE password_resets
  ADD COLUMN network text NOT NULL,
  DROP CONSTRAINT password_resets_pkey,
  ADD PRIMARY KEY (user_id, network);
COMMENT ON TABLE password_resets IS
  'The newest link to choose a new password, for each network that requested one; good once, for 30 minutes.';

-- The row of a document that was removed stays for what refers to it; its file and name are gone.
ALTER TABLE documents ADD COLUMN removed_at timestamptz(3);

-- An email with a code or a link that lets somebody in loses its text once it was sent.
ALTER TABLE mails ADD COLUMN holds_secret boolean NOT NULL DEFAULT false;
CREATE INDEX mails_with_secret ON mails (created_at) WHERE holds_secret;

-- A row of the ledger never changes, but the network address of the bidder can be removed.
CREATE FUNCTION refuse_change_but_ip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.ip IS NOT NULL OR to_jsonb(NEW) - 'ip' <> to_jsonb(OLD) - 'ip' THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
COMMENT ON FUNCTION refuse_change_but_ip() IS 'Trigger of append-only tables whose network addresses are removed in time (D44).';
DROP TRIGGER ledger_append_only ON ledger;
CREATE TRIGGER ledger_append_only BEFORE DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_keeps_all_but_ip BEFORE UPDATE ON ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_ip();
