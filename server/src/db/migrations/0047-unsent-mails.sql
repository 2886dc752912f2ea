-- For the alarm about emails that no job sends.
DROP INDEX CONCURRENTLY IF EXISTS mails_unsent;
CREATE INDEX CONCURRENTLY mails_unsent ON mails (created_at) WHERE sent_at IS NULL;
