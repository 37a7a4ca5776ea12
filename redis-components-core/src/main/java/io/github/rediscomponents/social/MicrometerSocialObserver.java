// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.util.Locale;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * {@link SocialObserver} on Micrometer: the counters
 * {@code redis.components.follow.graph.changes} by {@code result} ({@code followed},
 * {@code already_following}, {@code too_many}, {@code unfollowed},
 * {@code not_following}), {@code redis.components.follow.graph.repaired} by
 * {@code result} ({@code added}, {@code removed}, {@code skipped}),
 * {@code redis.components.feed.published} by {@code delivery} and {@code repeated},
 * {@code redis.components.feed.delivered} (inboxes changed),
 * {@code redis.components.feed.pages}, {@code redis.components.feed.pulled} (outboxes
 * read for pages) and {@code redis.components.feed.rebuilt}, and the timer
 * {@code redis.components.feed.tasks}. Never has a user or a post as a tag. Needs
 * {@code micrometer-core} on the class path.
 *
 * @since 1.0.0
 */
public final class MicrometerSocialObserver implements SocialObserver {

	private static final String GRAPH = "redis.components.follow.graph.";

	private static final String FEED = "redis.components.feed.";

	private final MeterRegistry registry;

	/**
	 * Creates the adapter; meters are registered when something is first counted.
	 * @param registry the registry of the meters
	 */
	public MicrometerSocialObserver(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void followed(FollowResult result) {
		changes(result.name().toLowerCase(Locale.ROOT));
	}

	@Override
	public void unfollowed(boolean changed) {
		changes(changed ? "unfollowed" : "not_following");
	}

	private void changes(String result) {
		this.registry.counter(GRAPH + "changes", "result", result).increment();
	}

	@Override
	public void repaired(FollowRepair done) {
		this.registry.counter(GRAPH + "repaired", "result", "added").increment(done.added());
		this.registry.counter(GRAPH + "repaired", "result", "removed").increment(done.removed());
		this.registry.counter(GRAPH + "repaired", "result", "skipped").increment(done.skipped());
	}

	@Override
	public void published(PublishResult result) {
		this.registry
			.counter(FEED + "published", "delivery", result.delivery().name().toLowerCase(Locale.ROOT), "repeated",
					String.valueOf(result.repeated()))
			.increment();
	}

	@Override
	public void delivered(Duration took, long changed) {
		this.registry.timer(FEED + "tasks").record(took);
		this.registry.counter(FEED + "delivered").increment(changed);
	}

	@Override
	public void read(int pulled) {
		this.registry.counter(FEED + "pages").increment();
		this.registry.counter(FEED + "pulled").increment(pulled);
	}

	@Override
	public void rebuilt(int items) {
		this.registry.counter(FEED + "rebuilt").increment();
	}

}
