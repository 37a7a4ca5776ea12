-- A deleted user neither follows nor is followed; rows of earlier deletions go first.
DELETE FROM tb_follow WHERE user_id NOT IN (SELECT id FROM tb_user);
DELETE FROM tb_follow WHERE followed_id NOT IN (SELECT id FROM tb_user);
ALTER TABLE tb_follow ADD CONSTRAINT fk_follow_user FOREIGN KEY (user_id) REFERENCES tb_user (id) ON DELETE CASCADE;
ALTER TABLE tb_follow ADD CONSTRAINT fk_follow_followed FOREIGN KEY (followed_id) REFERENCES tb_user (id) ON DELETE CASCADE;
