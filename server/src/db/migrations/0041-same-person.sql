-- Accounts that one person opened are one person, until somebody independent vouches for one (D38).

CREATE FUNCTION person_of(account bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE openers (id, step) AS (
    SELECT account, 0
    UNION ALL
    SELECT opened.actor_id, o.step + 1
    FROM openers o JOIN audit_log opened ON opened.subject_type = 'user' AND opened.subject_id = o.id
      AND opened.action = 'account-opened' AND opened.actor_id <> o.id
    WHERE NOT EXISTS (SELECT FROM audit_log v WHERE v.subject_type = 'user' AND v.subject_id = o.id
      AND v.action IN ('account-vouched', 'administrator-granted'))
  )
  SELECT id FROM openers ORDER BY step DESC LIMIT 1
$$;
COMMENT ON FUNCTION person_of(bigint) IS 'The account of the person who acts with an account: itself, or the first of those who opened it (D38).';

CREATE FUNCTION refuse_same_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF person_of((to_jsonb(NEW) ->> TG_ARGV[0])::bigint) = person_of(NEW.decided_by) THEN
    RAISE EXCEPTION 'one person can''t ask for this and confirm it' USING ERRCODE = 'check_violation',
      TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION refuse_same_person() IS 'Trigger of what takes two people (D38). Its argument is the column with the first one.';

CREATE TRIGGER proposals_two_people BEFORE UPDATE ON proposals FOR EACH ROW
  WHEN (NEW.status = 'CONFIRMED') EXECUTE FUNCTION refuse_same_person('proposed_by');
CREATE TRIGGER bank_details_two_people BEFORE UPDATE ON bank_details FOR EACH ROW
  WHEN (NEW.status = 'IN_EFFECT' AND NEW.two_persons) EXECUTE FUNCTION refuse_same_person('requested_by');
