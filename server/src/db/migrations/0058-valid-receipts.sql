ALTER TABLE payments VALIDATE CONSTRAINT payments_receipt;
ALTER TABLE payments VALIDATE CONSTRAINT payments_have_receipt;
ALTER TABLE operating_settings VALIDATE CONSTRAINT operating_settings_name_check;
