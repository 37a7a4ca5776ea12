-- What requests with a key have created, null until they have: a repetition is answered with that.
CREATE TABLE tb_creation (
	user_id BIGINT NOT NULL,
	request_key VARCHAR(200) NOT NULL,
	content_hash CHAR(64),
	target_id BIGINT,
	noted_at BIGINT NOT NULL,
	PRIMARY KEY (user_id, request_key)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE INDEX ix_creation_noted ON tb_creation (noted_at);
