-- The watchlist as a calendar that other programs subscribe to (D56).

CREATE TABLE calendar_links (
  user_id bigint PRIMARY KEY REFERENCES users,
  token_hash sha256_hash NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms()
);
COMMENT ON TABLE calendar_links IS 'Links by which other programs read when the lots of a watchlist close, one for each user (D56).';
