-- Questions of buyers about units, and our answers (D64).

CREATE TABLE unit_questions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  inventory_id bigint NOT NULL REFERENCES inventory,
  -- Null once the account is closed (D44).
  user_id bigint REFERENCES users,
  question text NOT NULL CHECK (length(question) BETWEEN 1 AND 500),
  asked_at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'ANSWERED', 'HIDDEN', 'CLOSED')),
  -- Wordings of the answer, and how many of them watchers and bidders were told of.
  wordings smallint NOT NULL DEFAULT 0 CHECK (wordings BETWEEN 0 AND 10),
  told smallint NOT NULL DEFAULT 0 CHECK (told BETWEEN 0 AND wordings),
  ended_at timestamptz(3),
  hidden_by bigint REFERENCES users,
  hide_reason text,
  CHECK (user_id IS NOT NULL OR wordings > 0),
  CHECK (status NOT IN ('OPEN', 'CLOSED') OR wordings = 0),
  CHECK (status <> 'ANSWERED' OR wordings > 0),
  CHECK ((status IN ('HIDDEN', 'CLOSED')) = (ended_at IS NOT NULL)),
  CHECK (num_nonnulls(hidden_by, hide_reason) = CASE status WHEN 'HIDDEN' THEN 2 ELSE 0 END)
);
CREATE INDEX unit_questions_unit ON unit_questions (inventory_id, status);
CREATE INDEX unit_questions_user ON unit_questions (user_id, inventory_id);
CREATE INDEX unit_questions_ended ON unit_questions (ended_at) WHERE ended_at IS NOT NULL;
-- The same question again is the same one, as long as it waits.
CREATE UNIQUE INDEX unit_questions_once ON unit_questions (user_id, inventory_id, md5(question))
  WHERE status = 'OPEN';
CREATE INDEX unit_questions_open ON unit_questions (id) WHERE status = 'OPEN';
COMMENT ON TABLE unit_questions IS 'What buyers asked about units; everyone sees the answered ones (D64).';

CREATE TABLE unit_answers (
  question_id bigint NOT NULL REFERENCES unit_questions ON DELETE CASCADE,
  seq smallint NOT NULL CHECK (seq BETWEEN 1 AND 10),
  answer text NOT NULL CHECK (length(answer) BETWEEN 1 AND 2000),
  at timestamptz(3) NOT NULL DEFAULT clock_ms(),
  answered_by bigint NOT NULL REFERENCES users,
  PRIMARY KEY (question_id, seq)
);
CREATE TRIGGER unit_answers_never_change BEFORE UPDATE ON unit_answers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE unit_answers IS 'Wordings of answers: the first one, then its corrections. Never changed; deleted only with the question (D64).';
