-- The chat of two users, whoever begins it: null until one does, and after it has ended.
CREATE TABLE tb_chat_pair (
	low_user BIGINT NOT NULL,
	high_user BIGINT NOT NULL,
	chat VARCHAR(40),
	PRIMARY KEY (low_user, high_user)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE INDEX ix_chat_pair ON tb_chat_pair (chat);
