-- Sellers, the accounts that act for them, and whose each unit and lot is (D93), with a permission of their own.
CREATE TABLE sellers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('PERSON', 'BUSINESS', 'AGENCY')),
  name text NOT NULL CHECK (name <> ''),
  email text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  street text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  state text CHECK (state ~ '^[A-Z]{2}$'),
  zip text NOT NULL DEFAULT '',
  tax_id bytea,
  tax_id_last4 text CHECK (tax_id_last4 ~ '^\d{4}$'),
  tax_mark bytea UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  CHECK ((tax_id IS NULL) = (tax_id_last4 IS NULL) AND (tax_id IS NULL) = (tax_mark IS NULL))
);
CREATE INDEX sellers_name ON sellers (lower(name), id);
COMMENT ON TABLE sellers IS 'People and companies whose units the house sells (D93).';
COMMENT ON COLUMN sellers.tax_id IS 'Sealed.';
COMMENT ON COLUMN sellers.tax_mark IS 'Keyed hash of the tax ID, by which equal ones are found.';

CREATE TABLE seller_members (
  seller_id bigint NOT NULL REFERENCES sellers,
  user_id bigint NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('OWNER', 'DECIDES', 'VIEWS')),
  joined_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  -- Null while they are a member. Rows stay: who left can't bid on lots that were open before.
  left_at timestamptz(3),
  PRIMARY KEY (seller_id, user_id)
);
CREATE INDEX seller_members_user ON seller_members (user_id);
COMMENT ON TABLE seller_members IS 'Customers'' accounts that act for a seller, and so can''t bid on its units (D93).';

ALTER TABLE finance_requests ADD COLUMN tax_mark bytea;
COMMENT ON COLUMN finance_requests.tax_mark IS 'Keyed hash of the tax ID, by which a seller with the same one is found (D93).';

-- A unit without a seller is the house's own.
ALTER TABLE inventory ADD COLUMN seller_id bigint REFERENCES sellers;
ALTER TABLE lots ADD COLUMN seller_id bigint REFERENCES sellers;
COMMENT ON COLUMN lots.seller_id IS 'The unit''s seller when its lot opened, or when it last changed before the first bid (D93).';

CREATE VIEW seller_accounts AS
  SELECT m.seller_id, m.user_id, m.left_at FROM seller_members m
  UNION ALL
  SELECT s.id, f.user_id, NULL FROM sellers s JOIN finance_requests f ON f.tax_mark = s.tax_mark;
COMMENT ON VIEW seller_accounts IS 'Accounts that can''t bid on a seller''s units: its members, and those with its tax ID (D93).';

-- Whichever version or job opens a lot.
CREATE FUNCTION seller_of_lot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.seller_id := (SELECT i.seller_id FROM inventory i WHERE i.id = NEW.inventory_id);
  RETURN NEW;
END $$;
COMMENT ON FUNCTION seller_of_lot() IS 'Trigger: a lot begins with its unit''s seller (D93).';
CREATE TRIGGER lots_seller BEFORE INSERT ON lots FOR EACH ROW EXECUTE FUNCTION seller_of_lot();
CREATE TRIGGER lots_seller_bound AFTER UPDATE OF seller_id ON lots
  FOR EACH ROW WHEN ((OLD.seq > 0 OR OLD.closed_at IS NOT NULL) AND OLD.seller_id IS DISTINCT FROM NEW.seller_id)
  EXECUTE FUNCTION refuse_change_of_lot();

CREATE FUNCTION refuse_award_to_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM lots l JOIN seller_members m ON m.seller_id = l.seller_id
      WHERE l.id = NEW.lot_id AND m.user_id = NEW.user_id AND (m.left_at IS NULL OR m.left_at >= l.opens_at)) THEN
    RAISE EXCEPTION 'a seller can''t buy its own unit' USING ERRCODE = 'check_violation',
      TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION refuse_award_to_seller() IS 'Trigger: nobody who acts for a seller is awarded its unit (D93).';
CREATE TRIGGER awards_not_to_seller AFTER INSERT ON awards
  FOR EACH ROW EXECUTE FUNCTION refuse_award_to_seller();

ALTER TABLE users DROP CONSTRAINT users_permissions;
-- Safe: NOT VALID checks new rows only, and the older version writes only the permissions it knows.
ALTER TABLE users ADD CONSTRAINT users_permissions CHECK (
  withheld_permissions <@ ARRAY['documents', 'money', 'gate', 'titles', 'auctions', 'sellers', 'users', 'settings']
  AND (role <> 'ROLE_CUSTOMER' OR withheld_permissions = '{}')) NOT VALID;
-- Sellers' tax IDs are for those who see money.
-- Safe: only some accounts of staff have anything withheld.
UPDATE users SET withheld_permissions = withheld_permissions || '{sellers}'
  WHERE 'money' = ANY (withheld_permissions);
