-- Twice as wide as the most characters of each: H2 counts one that is a surrogate pair as two.
ALTER TABLE tb_user_info MODIFY COLUMN city VARCHAR(128);
ALTER TABLE tb_user_info MODIFY COLUMN introduce VARCHAR(256);
