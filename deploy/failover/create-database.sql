-- Run once, on door, as PostgreSQL's superuser:
--   psql "host=door port=5000 user=postgres sslmode=verify-full sslrootcert=/etc/gavelyard/ca.pem" \
--     -v owner_password=… -v password=… -f create-database.sql
-- The owner migrates. The server's role can only add records.
CREATE ROLE gavelyard_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE gavelyard LOGIN PASSWORD :'password' IN ROLE pg_monitor;
CREATE DATABASE gavelyard OWNER gavelyard_owner;
