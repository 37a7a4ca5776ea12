-- The same rules without IN: H2 evaluates that with the session that created it, and fails when that one is closed.
ALTER TABLE tb_voucher DROP CONSTRAINT ck_voucher_type;
ALTER TABLE tb_voucher ADD CONSTRAINT ck_voucher_type CHECK (type BETWEEN 0 AND 1);
ALTER TABLE tb_voucher DROP CONSTRAINT ck_voucher_status;
ALTER TABLE tb_voucher ADD CONSTRAINT ck_voucher_status CHECK (status BETWEEN 1 AND 3);
