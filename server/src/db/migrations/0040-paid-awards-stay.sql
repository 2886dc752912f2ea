-- Money that came in stays on an invoice that is owed: no award ends beside standing payments (D28, D29).

-- Locks the invoice, so that a payment and a void at the same time see each other.
CREATE OR REPLACE FUNCTION refuse_overpayment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owed invoices;
BEGIN
  SELECT * INTO owed FROM invoices WHERE id = NEW.invoice_id FOR NO KEY UPDATE;
  IF owed.status = 'VOID' THEN
    RAISE EXCEPTION 'invoice % is void; record the payment on the invoice that it is for', NEW.invoice_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (SELECT sum(cents) FROM standing_payments WHERE invoice_id = NEW.invoice_id) > owed.total_cents THEN
    RAISE EXCEPTION 'invoice % is paid beyond its total', NEW.invoice_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION refuse_void_beside_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM standing_payments WHERE invoice_id = NEW.id) THEN
    RAISE EXCEPTION 'invoice % has payments; refund them and remove them from it before it is voided', NEW.id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_void_unpaid AFTER UPDATE OF status ON invoices
  FOR EACH ROW WHEN (NEW.status = 'VOID' AND OLD.status <> 'VOID')
  EXECUTE FUNCTION refuse_void_beside_payments();
