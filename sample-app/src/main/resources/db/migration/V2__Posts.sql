-- Posts of users about shops, and what is said about them. Title and content are HTML that has been cleaned,
-- which makes them longer than what was typed.

CREATE TABLE tb_blog (
	id BIGINT NOT NULL AUTO_INCREMENT,
	shop_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	title VARCHAR(1024) NOT NULL,
	images VARCHAR(2400) NOT NULL,
	content VARCHAR(8192) NOT NULL,
	liked INT NOT NULL,
	comments INT NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT fk_blog_shop FOREIGN KEY (shop_id) REFERENCES tb_shop (id),
	CONSTRAINT fk_blog_user FOREIGN KEY (user_id) REFERENCES tb_user (id),
	CONSTRAINT ck_blog_liked CHECK (liked >= 0),
	CONSTRAINT ck_blog_comments CHECK (comments >= 0)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE INDEX ix_blog_user ON tb_blog (user_id, id);
CREATE INDEX ix_blog_liked ON tb_blog (liked, id);

CREATE TABLE tb_blog_comments (
	id BIGINT NOT NULL AUTO_INCREMENT,
	blog_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	parent_id BIGINT,
	content VARCHAR(8192) NOT NULL,
	liked INT NOT NULL,
	create_time DATETIME(3) NOT NULL,
	PRIMARY KEY (id),
	CONSTRAINT fk_blog_comments_blog FOREIGN KEY (blog_id) REFERENCES tb_blog (id) ON DELETE CASCADE,
	CONSTRAINT fk_blog_comments_user FOREIGN KEY (user_id) REFERENCES tb_user (id),
	CONSTRAINT ck_blog_comments_liked CHECK (liked >= 0)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;
