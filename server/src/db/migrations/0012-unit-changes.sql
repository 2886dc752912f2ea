-- Which units the catalogue of each process has to read again (docs/decisions/0024). Rows are only added, so
-- writers never wait for one another; with the transaction's id a reader asks for all that a snapshot of the
-- database did not show yet, in whatever order transactions commit.
CREATE TABLE unit_changes (
  -- 0: what is shown of every unit, such as the default fees.
  unit_id bigint NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX unit_changes_xid ON unit_changes (xid);
COMMENT ON TABLE unit_changes IS 'Units that a transaction changed, or something that is shown with them. Kept for an hour.';

-- Bids leave no rows here: catalogues read open lots whose rows are new. A lot that opens, closes or goes
-- changes its unit in the same transaction.
CREATE FUNCTION note_units() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unit_changes (unit_id) SELECT id FROM touched;
  RETURN NULL;
END $$;
CREATE TRIGGER inventory_inserted AFTER INSERT ON inventory
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units();
CREATE TRIGGER inventory_updated AFTER UPDATE ON inventory
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units();
CREATE TRIGGER inventory_deleted AFTER DELETE ON inventory
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units();

CREATE FUNCTION note_units_of_images() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unit_changes (unit_id) SELECT DISTINCT inventory_id FROM touched;
  RETURN NULL;
END $$;
CREATE TRIGGER images_inserted AFTER INSERT ON inventory_images
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_images();
CREATE TRIGGER images_updated AFTER UPDATE ON inventory_images
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_images();
CREATE TRIGGER images_deleted AFTER DELETE ON inventory_images
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_images();

CREATE FUNCTION note_units_of_yard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unit_changes (unit_id) SELECT id FROM inventory WHERE yard_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER yards_updated AFTER UPDATE ON yards
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION note_units_of_yard();

CREATE FUNCTION note_units_of_auction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unit_changes (unit_id) SELECT inventory_id FROM lots WHERE auction_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER auctions_updated AFTER UPDATE ON auctions
  FOR EACH ROW WHEN ((OLD.name, OLD.time_zone, OLD.start_time, OLD.fee_schedule)
    IS DISTINCT FROM (NEW.name, NEW.time_zone, NEW.start_time, NEW.fee_schedule))
  EXECUTE FUNCTION note_units_of_auction();

-- An auction that loses a lot may end earlier, which its other lots show.
CREATE FUNCTION note_units_of_lots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unit_changes (unit_id) SELECT inventory_id FROM touched
    UNION SELECT l.inventory_id FROM lots l WHERE l.auction_id IN (SELECT auction_id FROM touched);
  RETURN NULL;
END $$;
CREATE TRIGGER lots_deleted AFTER DELETE ON lots
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_lots();

CREATE FUNCTION note_all_units() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unit_changes (unit_id) VALUES (0);
  RETURN NULL;
END $$;
CREATE TRIGGER operating_settings_changed AFTER INSERT OR UPDATE OR DELETE ON operating_settings
  FOR EACH STATEMENT EXECUTE FUNCTION note_all_units();
