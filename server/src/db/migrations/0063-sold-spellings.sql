-- The price guide (D61) reads the latest paid sales of a model under the name that lists show (D81).
DROP INDEX CONCURRENTLY IF EXISTS inventory_sold_spellings;
CREATE INDEX CONCURRENTLY inventory_sold_spellings
  ON inventory (inventory_type, spelling_key(coalesce(listed_make, manufacturer)),
    spelling_key(coalesce(listed_model, model)), current_lot_id DESC)
  WHERE status IN ('PAID', 'RELEASED', 'ARCHIVED');
