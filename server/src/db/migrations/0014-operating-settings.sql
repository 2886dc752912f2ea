-- What operators set without a deploy, a row for each part. Without a row, or with a null value, what is
-- usual in the code counts. Money is in cents, as everywhere.
CREATE TABLE operating_settings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
    CHECK (name ~ '^(contact|fees|increments|softClose|bidLimit|notice|mail:[A-Z_]{1,40})$'),
  value jsonb CHECK (jsonb_typeof(value) = 'object'),
  updated_at timestamptz(3) NOT NULL,
  updated_by bigint NOT NULL REFERENCES users
);

-- Whether a published auction's table is that of the settings on that day: a copy of it takes the table of
-- its own day.
ALTER TABLE auctions
  ADD COLUMN increments_from_settings boolean NOT NULL DEFAULT false,
  ADD COLUMN fees_from_settings boolean NOT NULL DEFAULT false;
