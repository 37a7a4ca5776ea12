-- Who likes which post, since when in microseconds. What tb_blog counts is how many rows there are.

CREATE TABLE tb_blog_like (
	blog_id BIGINT NOT NULL,
	user_id BIGINT NOT NULL,
	liked_at BIGINT NOT NULL,
	PRIMARY KEY (blog_id, user_id),
	CONSTRAINT fk_blog_like_blog FOREIGN KEY (blog_id) REFERENCES tb_blog (id) ON DELETE CASCADE,
	CONSTRAINT fk_blog_like_user FOREIGN KEY (user_id) REFERENCES tb_user (id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE INDEX ix_blog_like_time ON tb_blog_like (blog_id, liked_at, user_id);
CREATE INDEX ix_blog_like_user ON tb_blog_like (user_id);
