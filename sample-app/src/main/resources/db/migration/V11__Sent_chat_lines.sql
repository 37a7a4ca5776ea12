-- The number under which the chat in Redis has a line: it is not sent again. Null until it is sent, and for lines of an earlier release.
ALTER TABLE tb_chat_line ADD COLUMN seq BIGINT NULL;
