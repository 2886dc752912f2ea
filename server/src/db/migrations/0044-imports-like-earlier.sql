-- The earlier import of the same columns whose choices an import started with (docs/import.md).

ALTER TABLE unit_imports ADD COLUMN like_import bigint;
