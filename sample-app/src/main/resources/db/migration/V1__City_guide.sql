-- The tables of the city guide. The same text runs on H2 in MySQL mode, on MariaDB and on MySQL.
-- The binary collation makes names and accounts compare by their exact characters, emoji included.

CREATE TABLE tb_user (
	id BIGINT NOT NULL AUTO_INCREMENT,
	account VARCHAR(254) NOT NULL,
	nick_name VARCHAR(64) NOT NULL,
	icon VARCHAR(255) NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT uk_user_account UNIQUE (account)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE tb_user_info (
	user_id BIGINT NOT NULL,
	city VARCHAR(64),
	introduce VARCHAR(128),
	fans INT NOT NULL,
	followee INT NOT NULL,
	gender SMALLINT,
	birthday DATE,
	credits INT NOT NULL,
	level SMALLINT NOT NULL,
	PRIMARY KEY (user_id),
	CONSTRAINT fk_user_info_user FOREIGN KEY (user_id) REFERENCES tb_user (id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE tb_shop_type (
	id BIGINT NOT NULL AUTO_INCREMENT,
	name VARCHAR(64) NOT NULL,
	icon VARCHAR(255) NOT NULL,
	sort INT NOT NULL,
	PRIMARY KEY (id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE tb_shop (
	id BIGINT NOT NULL AUTO_INCREMENT,
	name VARCHAR(128) NOT NULL,
	type_id BIGINT NOT NULL,
	images VARCHAR(1024) NOT NULL,
	area VARCHAR(128) NOT NULL,
	address VARCHAR(255) NOT NULL,
	x DOUBLE PRECISION NOT NULL,
	y DOUBLE PRECISION NOT NULL,
	avg_price BIGINT NOT NULL,
	sold INT NOT NULL,
	comments INT NOT NULL,
	score INT NOT NULL,
	open_hours VARCHAR(64) NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT fk_shop_type FOREIGN KEY (type_id) REFERENCES tb_shop_type (id),
	CONSTRAINT ck_shop_x CHECK (x BETWEEN -180 AND 180),
	CONSTRAINT ck_shop_y CHECK (y BETWEEN -85.05 AND 85.05)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE INDEX ix_shop_type_score ON tb_shop (type_id, score);
CREATE INDEX ix_shop_type_comments ON tb_shop (type_id, comments);

CREATE TABLE tb_voucher (
	id BIGINT NOT NULL AUTO_INCREMENT,
	shop_id BIGINT NOT NULL,
	title VARCHAR(255) NOT NULL,
	sub_title VARCHAR(255) NOT NULL,
	rules VARCHAR(1024) NOT NULL,
	pay_value BIGINT NOT NULL,
	actual_value BIGINT NOT NULL,
	type SMALLINT NOT NULL,
	status SMALLINT NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT fk_voucher_shop FOREIGN KEY (shop_id) REFERENCES tb_shop (id),
	CONSTRAINT ck_voucher_type CHECK (type IN (0, 1)),
	CONSTRAINT ck_voucher_status CHECK (status IN (1, 2, 3))
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE tb_seckill_voucher (
	voucher_id BIGINT NOT NULL,
	stock INT NOT NULL,
	begin_time DATETIME(3) NOT NULL,
	end_time DATETIME(3) NOT NULL,
	PRIMARY KEY (voucher_id),
	CONSTRAINT fk_seckill_voucher FOREIGN KEY (voucher_id) REFERENCES tb_voucher (id),
	CONSTRAINT ck_seckill_stock CHECK (stock >= 0),
	CONSTRAINT ck_seckill_window CHECK (begin_time < end_time)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE tb_voucher_order (
	id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	voucher_id BIGINT NOT NULL,
	status SMALLINT NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT uk_voucher_order UNIQUE (user_id, voucher_id),
	CONSTRAINT fk_voucher_order_user FOREIGN KEY (user_id) REFERENCES tb_user (id),
	CONSTRAINT fk_voucher_order_voucher FOREIGN KEY (voucher_id) REFERENCES tb_voucher (id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- What has been imported; the row is written in the transaction of the import.
CREATE TABLE tb_import (
	name VARCHAR(64) NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (name)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
