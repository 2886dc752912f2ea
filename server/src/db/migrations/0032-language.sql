-- Each account has a language, for emails, push notifications and documents (D65).

ALTER TABLE users ADD COLUMN language text NOT NULL DEFAULT 'en';
ALTER TABLE users ADD CONSTRAINT users_language_check CHECK (language IN ('en', 'es')) NOT VALID;
COMMENT ON COLUMN users.language IS 'Language in which we write to this person (D65).';
