ALTER TABLE documents VALIDATE CONSTRAINT documents_purpose_check;
