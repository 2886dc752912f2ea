-- Permissions of staff within their role (D57).

-- What administrators withhold; staff have every permission that isn't named.
ALTER TABLE users ADD COLUMN withheld_permissions text[] NOT NULL DEFAULT '{}';
ALTER TABLE users ADD CONSTRAINT users_permissions CHECK (
  withheld_permissions <@ ARRAY['documents', 'money', 'auctions', 'users', 'settings']
  AND (role <> 'ROLE_CUSTOMER' OR withheld_permissions = '{}')) NOT VALID;
