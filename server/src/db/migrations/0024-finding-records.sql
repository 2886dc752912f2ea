-- Texts in parts of three letters, for what staff find by typing a part of it.
CREATE INDEX auctions_parts ON auctions USING gin (lower(name) gin_trgm_ops);
CREATE INDEX finance_requests_parts ON finance_requests USING gin (
  lower((application ->> 'fullName') || ' ' || (application ->> 'email') || ' ' ||
    coalesce(application ->> 'businessName', '')) gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX enquiries_parts ON enquiries USING gin (
  lower(name || ' ' || email || ' ' || coalesce(phone_number, '') || ' ' || subject || ' ' || message)
    gin_trgm_ops);
CREATE INDEX invoices_parts ON invoices USING gin (number gin_trgm_ops);
