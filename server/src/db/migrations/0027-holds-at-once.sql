-- Locks, judges and changes the holds of bidders in one statement, which took three. Rows are taken by
-- id, so that nobody waits in a circle; one that had to be waited for is judged as it is then.
CREATE OR REPLACE FUNCTION change_holds(ids bigint[], deltas bigint[], judged bigint[]) RETURNS void
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  changed int;
BEGIN
  UPDATE bidders b SET leading_cents = b.leading_cents + c.delta
    FROM (SELECT * FROM unnest(ids, deltas, judged) AS u(id, delta, judged) ORDER BY id) c
    WHERE b.user_id = c.id
      AND (b.limit_cents - b.leading_cents - b.awarded_cents < c.judged) IS NOT TRUE;
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed <> cardinality(ids) THEN
    RAISE EXCEPTION 'a limit has less left than when a bid was judged by it'
      USING ERRCODE = 'serialization_failure';
  END IF;
END $$;
