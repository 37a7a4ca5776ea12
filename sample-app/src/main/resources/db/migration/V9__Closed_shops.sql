-- Shops that have closed: found by id and by name, and in no list of what there is.
ALTER TABLE tb_shop ADD COLUMN closed SMALLINT DEFAULT 0 NOT NULL;
