-- A request for a higher limit can have several documents (D26). The first one names it.

CREATE TABLE limit_request_documents (
  document_id uuid PRIMARY KEY REFERENCES documents,
  request_id bigint NOT NULL REFERENCES limit_requests ON DELETE CASCADE
);
CREATE INDEX limit_request_documents_request ON limit_request_documents (request_id);
COMMENT ON TABLE limit_request_documents IS 'Documents of a request for a higher limit beside its first one.';
