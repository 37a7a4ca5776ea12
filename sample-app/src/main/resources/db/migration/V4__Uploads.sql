-- Which picture was uploaded by whom: only that user deletes it.

CREATE TABLE tb_upload (
	path VARCHAR(64) NOT NULL,
	user_id BIGINT NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (path),
	CONSTRAINT fk_upload_user FOREIGN KEY (user_id) REFERENCES tb_user (id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE INDEX ix_upload_user ON tb_upload (user_id);
