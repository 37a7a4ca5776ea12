package io.github.rediscomponents.sample.blog;

import java.util.List;

import io.github.rediscomponents.sample.shop.Shops;
import io.github.rediscomponents.sample.web.Page;
import io.github.rediscomponents.sample.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Posts about shops.
 */
@Service
class Blogs {

	private final BlogStore store;

	private final Shops shops;

	Blogs(BlogStore store, Shops shops) {
		this.store = store;
		this.shops = shops;
	}

	/**
	 * Publishes a post.
	 * @param userId who writes
	 * @param post what
	 * @return the post as it is kept, with its id and without a time
	 * @throws Refused if there is something wrong with it
	 */
	Blog publish(long userId, NewBlog post) {
		Blog blog = post.by(userId);
		this.shops.get(blog.shopId());
		return blog.withId(this.store.insert(blog));
	}

	/**
	 * Takes a post back.
	 * @param userId who asks
	 * @param id which one
	 * @throws Refused if the user has no such post
	 */
	void delete(long userId, long id) {
		if (!this.store.delete(id, userId)) {
			throw new Refused("You have no such post.");
		}
	}

	Blog get(long id) {
		return this.store.find(id).orElseThrow(() -> new Refused("This post does not exist."));
	}

	List<Blog> hot(long current) {
		return Page.exists(current) ? this.store.hot(new Page((int) current)) : List.of();
	}

	List<Blog> ofUser(@Nullable Long userId, long current) {
		if (userId == null) {
			throw new Refused("Please say whose posts: id.");
		}
		return Page.exists(current) ? this.store.ofUser(userId, new Page((int) current)) : List.of();
	}

}
