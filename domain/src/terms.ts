/**
 * Version of the terms and conditions: the day from which they apply. Raise it with every change of
 * their text, so that customers accept them again (D78).
 */
export const termsVersion = "2026-11-28";
