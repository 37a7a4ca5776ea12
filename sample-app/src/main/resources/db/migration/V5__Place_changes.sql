-- How often the places of a type have changed: an index that was built from what was read before a change is not used.
ALTER TABLE tb_shop_type ADD COLUMN place_changes BIGINT DEFAULT 0 NOT NULL;
