-- A request's amount has the specification's name everywhere (`bidLimitAmount`).
ALTER TABLE limit_requests RENAME COLUMN requested_cents TO bid_limit_cents;
