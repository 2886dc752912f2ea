/** SQL that turns off the two-person rule (D38), for tests of other things. */
export const twoPersonRuleOff = `INSERT INTO operating_settings (name, value, updated_at, updated_by)
  SELECT 'twoPersonRule', '{"isOn": false}', clock_ms(), min(id) FROM users`;
