-- For the alarm about emails that no job sends.
CREATE INDEX CONCURRENTLY mails_unsent ON mails (created_at) WHERE sent_at IS NULL;
