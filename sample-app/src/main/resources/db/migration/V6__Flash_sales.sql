-- How many pieces were added to a sale since it was created, or taken away: what Redis does not have yet is the difference.
ALTER TABLE tb_seckill_voucher ADD COLUMN added INT DEFAULT 0 NOT NULL;

CREATE INDEX ix_seckill_voucher_end ON tb_seckill_voucher (end_time);

-- Orders that were accepted and cannot be stored. Without foreign keys: what they name may be what is missing.
CREATE TABLE tb_voucher_order_refused (
	id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	voucher_id BIGINT NOT NULL,
	reason VARCHAR(32) NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE INDEX ix_voucher_order_refused ON tb_voucher_order_refused (voucher_id, user_id);
