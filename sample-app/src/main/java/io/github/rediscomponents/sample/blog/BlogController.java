// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.util.List;

import io.github.rediscomponents.sample.activity.Activities;
import io.github.rediscomponents.sample.idempotency.Created;
import io.github.rediscomponents.sample.idempotency.CreationRequest;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.Public;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Posts.
 */
@RestController
@RequestMapping("/blog")
class BlogController {

	private final Blogs blogs;

	private final FeedReader feed;

	private final Activities activities;

	BlogController(Blogs blogs, FeedReader feed, Activities activities) {
		this.feed = feed;
		this.activities = activities;
		this.blogs = blogs;
	}

	/**
	 * Publishes a post about a shop and returns its id. A request with an Idempotency-Key
	 * can be sent again without a second post.
	 */
	@PostMapping
	Envelope<Long> publish(User user, @RequestBody NewBlog post,
			@RequestHeader(name = CreationRequest.HEADER, required = false) @Nullable String key) {
		Created<Blog> created = this.blogs.publish(CreationRequest.of(user, key, "post", post));
		created.result().ifPresent((blog) -> this.activities.posted(user, blog.shopId(), blog.id(), blog.title()));
		return Envelope.ok(created.id());
	}

	/** Deletes one of one's own posts. */
	@DeleteMapping("/{id}")
	Envelope<Void> delete(User user, @PathVariable long id) {
		this.blogs.delete(user.id(), id);
		return Envelope.ok();
	}

	/** Returns a post. */
	@Public
	@GetMapping("/{id}")
	Envelope<Blog> blog(@Nullable User user, @PathVariable long id) {
		return Envelope.ok(this.blogs.get(user, id));
	}

	/**
	 * Toggles one's like of a post. With liked=true the post is liked, with liked=false
	 * not, however often that is sent.
	 */
	@PutMapping("/like/{id}")
	Envelope<Void> like(User user, @PathVariable long id, @RequestParam(required = false) @Nullable Boolean liked)
			throws InterruptedException {
		Blog blog = (liked != null) ? this.blogs.like(user, id, liked) : this.blogs.like(user, id);
		if (blog.isLike()) {
			this.activities.liked(user, blog.shopId(), id, blog.title());
		}
		return Envelope.ok();
	}

	/** Returns the first five users who like a post, the earliest first. */
	@Public
	@GetMapping("/likes/{id}")
	Envelope<List<User>> likes(@PathVariable long id) {
		return Envelope.ok(this.blogs.firstLikers(id));
	}

	/** Returns ten posts, those with the most likes first. */
	@Public
	@GetMapping("/hot")
	Envelope<List<Blog>> hot(@Nullable User user, @RequestParam(defaultValue = "1") long current) {
		return Envelope.ok(this.blogs.hot(user, current));
	}

	/** Returns ten of one's own posts, the newest first. */
	@GetMapping("/of/me")
	Envelope<List<Blog>> mine(User user, @RequestParam(defaultValue = "1") long current) {
		return Envelope.ok(this.blogs.ofUser(user, user.id(), current));
	}

	/** Returns ten posts of a user, the newest first. */
	@GetMapping("/of/user")
	Envelope<List<Blog>> ofUser(User user, @RequestParam(required = false) @Nullable Long id,
			@RequestParam(defaultValue = "1") long current) {
		return Envelope.ok(this.blogs.ofUser(user, id, current));
	}

	/** Returns the posts of all followed users; absent after the last page. */
	@GetMapping("/of/follow")
	Envelope<FeedScroll> ofFollow(User user, @RequestParam(required = false) @Nullable Long lastId,
			@RequestParam(defaultValue = "0") long offset) {
		return Envelope.ok(this.feed.page(user, FeedPlace.of(lastId, offset)));
	}

}
