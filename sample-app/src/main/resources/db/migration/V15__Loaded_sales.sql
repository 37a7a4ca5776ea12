-- Whether a sale was loaded into Redis before: one that Redis does not have then was lost.
ALTER TABLE tb_seckill_voucher ADD COLUMN loaded BOOLEAN DEFAULT FALSE NOT NULL;

UPDATE tb_seckill_voucher SET loaded = TRUE;
