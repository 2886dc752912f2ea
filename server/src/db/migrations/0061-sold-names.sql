-- The price guide (D61) reads the latest paid sales of a model, however its names are spelled.
DROP INDEX CONCURRENTLY IF EXISTS inventory_sold_names;
CREATE INDEX CONCURRENTLY inventory_sold_names
  ON inventory (inventory_type, upper(regexp_replace(manufacturer, '[^[:alnum:]]', '', 'g')),
    upper(regexp_replace(model, '[^[:alnum:]]', '', 'g')), current_lot_id DESC)
  WHERE status IN ('PAID', 'RELEASED', 'ARCHIVED');
