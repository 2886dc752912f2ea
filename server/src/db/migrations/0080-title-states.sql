-- What a row of this view means, as for tables.
COMMENT ON VIEW title_states IS 'The last thing that happened to each unit''s title (D82).';
