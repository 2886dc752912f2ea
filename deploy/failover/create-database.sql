-- Run once, on the primary, by its superuser:
--   psql -h door -p 5000 -U postgres -v password=… -f create-database.sql
CREATE ROLE gavelyard LOGIN PASSWORD :'password' IN ROLE pg_monitor;
CREATE DATABASE gavelyard OWNER gavelyard;
