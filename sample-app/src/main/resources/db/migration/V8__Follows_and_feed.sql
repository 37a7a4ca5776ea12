-- Who follows whom. Redis has the same for quick answers; this is what is right.
CREATE TABLE tb_follow (
	id BIGINT NOT NULL AUTO_INCREMENT,
	user_id BIGINT NOT NULL,
	followed_id BIGINT NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT uk_follow UNIQUE (user_id, followed_id),
	CONSTRAINT ck_follow_other CHECK (user_id <> followed_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE INDEX ix_follow_followed ON tb_follow (followed_id, user_id);

-- What Redis has still to be told; written in the transaction of the change, deleted when Redis knows.
CREATE TABLE tb_untold_change (
	id BIGINT NOT NULL AUTO_INCREMENT,
	kind VARCHAR(16) NOT NULL,
	user_id BIGINT NOT NULL,
	target_id BIGINT NOT NULL,
	noted_at BIGINT NOT NULL,
	PRIMARY KEY (id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Names this database among others that one Redis may have known.
CREATE TABLE tb_city (
	id VARCHAR(36) NOT NULL,
	PRIMARY KEY (id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

INSERT INTO tb_city (id) VALUES (UUID());

-- The place of a post in feeds, in milliseconds, which local times cannot tell exactly when clocks are set back.
ALTER TABLE tb_blog ADD COLUMN published_at BIGINT DEFAULT 0 NOT NULL;
UPDATE tb_blog SET published_at = UNIX_TIMESTAMP(create_time) * 1000;
CREATE INDEX ix_blog_published ON tb_blog (user_id, published_at, id);

-- Pictures whose post is gone; deleted with their files.
ALTER TABLE tb_upload ADD COLUMN discarded SMALLINT DEFAULT 0 NOT NULL;
CREATE INDEX ix_upload_discarded ON tb_upload (discarded);
