/** SQL that turns off the two-person rule (D38), for tests of other things. */
export const twoPersonRuleOff = `INSERT INTO operating_settings (name, value, updated_at, updated_by)
  SELECT 'twoPersonRule', '{"isOn": false}', clock_ms(), min(id) FROM users`;

/** SQL that lets a weaker two-person rule take effect, which otherwise takes a day (D38). */
export const weakerRuleDue = `UPDATE operating_settings
  SET value = jsonb_set(value, '{next,from}', to_jsonb(clock_ms())) WHERE name = 'twoPersonRule'`;

/** SQL that lets one person waive any reserve (D38), for tests of what follows. */
export const anyReserveWaived = `INSERT INTO operating_settings (name, value, updated_at, updated_by)
  SELECT 'twoPersonRule', '{"isOn": true, "reserveBelow": 100}', clock_ms(), min(id) FROM users`;
