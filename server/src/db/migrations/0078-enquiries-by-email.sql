-- For the messages in a person's timeline (D88).
DROP INDEX CONCURRENTLY IF EXISTS enquiries_email;
CREATE INDEX CONCURRENTLY enquiries_email ON enquiries (email);
