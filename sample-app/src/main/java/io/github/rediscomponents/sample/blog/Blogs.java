// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

import io.github.rediscomponents.sample.idempotency.Created;
import io.github.rediscomponents.sample.idempotency.CreationRequest;
import io.github.rediscomponents.sample.idempotency.Creations;
import io.github.rediscomponents.sample.shop.Shops;
import io.github.rediscomponents.sample.upkeep.Change;
import io.github.rediscomponents.sample.upkeep.Changes;
import io.github.rediscomponents.sample.upload.Uploads;
import io.github.rediscomponents.sample.web.Page;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Posts about shops.
 */
@Service
public class Blogs {

	private final BlogStore store;

	private final Shops shops;

	private final BlogLikes likes;

	private final LikeUpkeep upkeep;

	private final Changes changes;

	private final Uploads uploads;

	private final Creations creations;

	private final TransactionTemplate transaction;

	Blogs(BlogStore store, Shops shops, BlogLikes likes, LikeUpkeep upkeep, Changes changes, Uploads uploads,
			Creations creations, PlatformTransactionManager transactions) {
		this.creations = creations;
		this.store = store;
		this.changes = changes;
		this.uploads = uploads;
		this.transaction = new TransactionTemplate(transactions);
		this.likes = likes;
		this.upkeep = upkeep;
		this.shops = shops;
	}

	/**
	 * Publishes a post.
	 * @param request the request of its author
	 * @return the stored post, with its id and without a time, unless an earlier request
	 * has published it
	 * @throws Refused if the post is invalid
	 */
	Created<Blog> publish(CreationRequest<NewBlog> request) {
		return publish(request, request.content().by(request.userId()));
	}

	/**
	 * Publishes a post as of an earlier time.
	 * @param userId id of the author
	 * @param post the post
	 * @param time its place in feeds
	 * @return the stored post, with its id and without a time
	 * @throws Refused if the post is invalid
	 */
	public Blog publish(long userId, NewBlog post, Instant time) {
		CreationRequest<NewBlog> request = new CreationRequest<>(userId, null, "post", post);
		return publish(request, post.by(userId).publishedAt(time)).result().orElseThrow();
	}

	private Created<Blog> publish(CreationRequest<NewBlog> request, Blog blog) {
		this.shops.get(blog.shopId());
		Created<Change> created = this.creations.create(request, () -> {
			long id = this.store.insert(blog);
			// Before a user can see and like it.
			this.upkeep.begin(id);
			return this.changes.note(FeedTeller.KIND, blog.userId(), id);
		}, Change::targetId);
		created.result().ifPresent(this.changes::tell);
		return new Created<>(created.id(), created.result().map((change) -> blog.withId(change.targetId())));
	}

	/**
	 * Deletes a post, also from all feeds, and those of its pictures that the author has
	 * uploaded and shows in no other post.
	 * @param userId the id of the reader
	 * @param id the post
	 * @throws Refused if the user has no such post
	 */
	void delete(long userId, long id) {
		Change change = this.transaction.execute((status) -> {
			List<String> pictures = this.store.find(id).map(Blog::pictures).orElse(List.of());
			if (!this.store.delete(id, userId)) {
				throw new Refused("post.not-own");
			}
			this.uploads.discard(userId,
					pictures.stream().filter((picture) -> !this.store.shows(userId, picture)).toList());
			return this.changes.note(FeedTeller.KIND, userId, id);
		});
		this.changes.tell(Objects.requireNonNull(change));
		this.uploads.deleteDiscarded();
		this.upkeep.end(id);
	}

	/**
	 * Toggles the reader's like of a post.
	 * @param reader the reader
	 * @param id the post
	 * @return the post as it was before, and whether the reader likes it now
	 * @throws InterruptedException if the thread was interrupted while it waited
	 * @throws Refused if there is no such post
	 */
	public Blog like(User reader, long id) throws InterruptedException {
		Blog blog = find(id);
		return blog.withLikes(blog.liked(), this.upkeep.toggle(id, reader.id()));
	}

	/**
	 * Lets the reader like a post or not.
	 * @param reader the reader
	 * @param id the post
	 * @param liked whether the reader is to like it
	 * @return the post as it was before, and whether this call gave it a like
	 * @throws InterruptedException if the thread was interrupted while it waited
	 * @throws Refused if there is no such post
	 */
	Blog like(User reader, long id, boolean liked) throws InterruptedException {
		Blog blog = find(id);
		return blog.withLikes(blog.liked(), this.upkeep.set(id, reader.id(), liked) && liked);
	}

	/** Returns the users who liked a post first. */
	List<User> firstLikers(long id) {
		return this.likes.first(find(id).id());
	}

	/** Returns a post as a reader sees it. */
	public Blog get(@Nullable User reader, long id) {
		return this.likes.seenBy(reader, List.of(find(id))).get(0);
	}

	/** Returns the ids of the posts of a user with a title, the newest first. */
	public List<Long> titled(long userId, String title) {
		return this.store.titled(userId, SafeHtml.line(title));
	}

	private Blog find(long id) {
		return this.store.find(id).orElseThrow(() -> new Refused("post.unknown"));
	}

	List<Blog> hot(@Nullable User reader, long current) {
		return Page.exists(current) ? this.likes.seenBy(reader, this.store.hot(new Page((int) current))) : List.of();
	}

	List<Blog> ofUser(User reader, @Nullable Long userId, long current) {
		if (userId == null) {
			throw new Refused("post.author");
		}
		return Page.exists(current) ? this.likes.seenBy(reader, this.store.ofUser(userId, new Page((int) current)))
				: List.of();
	}

}
