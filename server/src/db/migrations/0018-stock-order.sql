-- Staff see drafts and what is withdrawn too, the newest first.
CREATE INDEX inventory_newest_of_all ON inventory (created_at DESC, id DESC) WHERE status <> 'ARCHIVED';
