-- Who watches a unit: reminders, pushes, answers and the control room look it up by the unit.
DROP INDEX CONCURRENTLY IF EXISTS wishlist_items_watchers;
CREATE INDEX CONCURRENTLY wishlist_items_watchers ON wishlist_items (inventory_id, user_id);
