-- A desk that decided by what it knew checks that in the statements that write (docs/decisions/0018);
-- where it was old, they end here and the batch is decided anew, on rows that are read under a lock.
CREATE FUNCTION refuse_stale() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'others changed what this was decided by' USING ERRCODE = 'serialization_failure';
END $$;
