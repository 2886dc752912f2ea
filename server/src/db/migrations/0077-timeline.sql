-- Calls are noted like other notes (D88). A constant default rewrites no row.
ALTER TABLE user_notes ADD COLUMN is_call boolean NOT NULL DEFAULT false;
