-- The price guide (D61) reads the latest paid sales of a model.
DROP INDEX CONCURRENTLY IF EXISTS inventory_sold_models;
CREATE INDEX CONCURRENTLY inventory_sold_models
  ON inventory (inventory_type, manufacturer, model, current_lot_id DESC)
  WHERE status IN ('PAID', 'RELEASED', 'ARCHIVED');
