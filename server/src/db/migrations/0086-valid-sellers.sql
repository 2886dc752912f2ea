ALTER TABLE users VALIDATE CONSTRAINT users_permissions;
