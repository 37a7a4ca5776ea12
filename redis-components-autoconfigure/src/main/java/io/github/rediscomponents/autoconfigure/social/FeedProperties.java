// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.social;

import java.time.Duration;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.social.FeedSettings;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of the feed.
 *
 * @param enabled Whether to provide a feed.
 * @param maxItems Maximum number of items of an inbox and of posts of an outbox.
 * @param backfill Number of an author's newest posts that are copied to the inbox of a
 * new follower.
 * @param pullThreshold Number of followers beyond which an author's posts are pulled when
 * they are read.
 * @param inactiveAfter Time after the last read of a page after which an inbox is
 * dropped.
 * @param batchSize Number of followers that one task delivers to.
 * @param workers Number of tasks that this process runs concurrently; 0 for none.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = FeedProperties.PREFIX, ignoreUnknownFields = false)
public record FeedProperties(@DefaultValue("true") boolean enabled, @DefaultValue("1000") int maxItems,
		@DefaultValue("20") int backfill, @DefaultValue("10000") int pullThreshold,
		@DefaultValue("30d") Duration inactiveAfter, @DefaultValue("1000") int batchSize,
		@DefaultValue("2") int workers, @Nullable String server) implements ComponentProperties<FeedSettings> {

	static final String PREFIX = "redis-components.feed";

	@Override
	public FeedSettings toSettings() {
		toWorkers();
		return FeedSettings.defaults()
			.withMaxItems(this.maxItems)
			.withBackfill(this.backfill)
			.withPullThreshold(this.pullThreshold)
			.withInactiveAfter(this.inactiveAfter)
			.withBatchSize(this.batchSize);
	}

	int toWorkers() {
		return Checks.between("feed.workers", this.workers, 0, 1000);
	}

	@Override
	public Stream<String> restartOnly() {
		return Stream.of("workers");
	}

}
