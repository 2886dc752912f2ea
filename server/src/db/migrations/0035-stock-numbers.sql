-- Stock numbers that the house gives by itself: no two units get the same, however many come at once.
CREATE SEQUENCE stock_numbers;
SELECT setval('stock_numbers', coalesce(max(id), 0) + 1, false) FROM inventory;

-- Staff and files may use a number of this kind for a unit of theirs; it is passed over.
CREATE FUNCTION next_stock_number() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  number text;
BEGIN
  LOOP
    SELECT 'GY' || lpad(n::text, greatest(6, length(n::text)), '0') INTO number
    FROM nextval('stock_numbers') AS n;
    EXIT WHEN NOT EXISTS (SELECT FROM inventory WHERE stock_number = number);
  END LOOP;
  RETURN number;
END $$;
