-- Lines that a chat no longer took when they were tried again, until their senders have seen that.
CREATE TABLE tb_chat_refusal (
	id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	content VARCHAR(2000) NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE INDEX ix_chat_refusal_user ON tb_chat_refusal (user_id, id);
