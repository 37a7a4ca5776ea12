-- The sales of rushes: a title can be chosen by everybody, a row here only by the rush.
CREATE TABLE tb_rush_sale (
	voucher_id BIGINT NOT NULL,
	PRIMARY KEY (voucher_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
