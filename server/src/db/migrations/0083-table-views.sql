-- Views of tables that staff keep under a name (D90).
CREATE TABLE table_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  table_name text NOT NULL CHECK (table_name IN ('inventory', 'auctions', 'users', 'audit')),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  query text NOT NULL CHECK (char_length(query) <= 2000),
  UNIQUE (user_id, table_name, name)
);
COMMENT ON TABLE table_views IS 'Filters, order and columns of a table as the query of its address (D90).';
