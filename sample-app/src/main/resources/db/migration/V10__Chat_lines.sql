-- What was said in chats. Redis keeps a line until all members have read it; this keeps it until the chat ends.
CREATE TABLE tb_chat_line (
	id BIGINT NOT NULL AUTO_INCREMENT,
	chat VARCHAR(40) NOT NULL,
	user_id BIGINT NOT NULL,
	message_id VARCHAR(200) NOT NULL,
	content VARCHAR(2000) NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT uk_chat_line UNIQUE (chat, user_id, message_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE INDEX ix_chat_line ON tb_chat_line (chat, id);

-- The line after which a later member reads. The first members have no row.
CREATE TABLE tb_chat_member (
	chat VARCHAR(40) NOT NULL,
	user_id BIGINT NOT NULL,
	after_line BIGINT NOT NULL,
	PRIMARY KEY (chat, user_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
