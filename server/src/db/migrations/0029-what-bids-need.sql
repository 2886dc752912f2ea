-- `needed` is the least that must be left of a limit for the bids that were accepted on it, null where it
-- need not be looked at; what was left when they were decided may have changed (docs/decisions/0015).
DROP FUNCTION change_holds(bigint[], bigint[], bigint[]);
CREATE FUNCTION change_holds(ids bigint[], deltas bigint[], needed bigint[]) RETURNS void
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  changed int;
BEGIN
  UPDATE bidders b SET leading_cents = b.leading_cents + c.delta
    FROM (SELECT * FROM unnest(ids, deltas, needed) AS u(id, delta, needed) ORDER BY id) c
    WHERE b.user_id = c.id
      AND (b.limit_cents - b.leading_cents - b.awarded_cents < c.needed) IS NOT TRUE;
  GET DIAGNOSTICS changed = ROW_COUNT;
  IF changed <> cardinality(ids) THEN
    RAISE EXCEPTION 'a limit has less left than bids need'
      USING ERRCODE = 'serialization_failure';
  END IF;
END $$;
