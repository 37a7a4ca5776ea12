package io.github.rediscomponents.social;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of the {@link Feed}.
 *
 * @param maxItems how many items an inbox and an outbox have at most, 1 to 10,000
 * @param backfill how many of an author's newest posts come into the inbox of a new
 * follower, 0 to 1000
 * @param pullThreshold beyond how many followers an author's posts are pulled; pushed
 * again when there are fewer than half as many; 1 to 1,000,000,000
 * @param inactiveAfter after how long without a page being read an inbox is dropped, 1
 * second to 3660 days
 * @param batchSize to how many followers a task delivers, 1 to 10,000
 */
public record FeedSettings(int maxItems, int backfill, int pullThreshold, Duration inactiveAfter, int batchSize) {

	/**
	 * 1000 items, 20 for a new follower, pulled beyond 10,000 followers, inactive after
	 * 30 days, 1000 followers a task.
	 */
	public static final FeedSettings DEFAULTS = new FeedSettings(1000, 20, 10_000, Duration.ofDays(30), 1000);

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code feed.} and the property's name
	 */
	public FeedSettings {
		Checks.between("feed.max-items", maxItems, 1, 10_000);
		Checks.between("feed.backfill", backfill, 0, 1000);
		Checks.between("feed.pull-threshold", pullThreshold, 1, 1_000_000_000);
		Checks.between("feed.inactive-after", inactiveAfter, Duration.ofSeconds(1), Duration.ofDays(3660));
		Checks.between("feed.batch-size", batchSize, 1, 10_000);
	}

	public FeedSettings withMaxItems(int other) {
		return new FeedSettings(other, this.backfill, this.pullThreshold, this.inactiveAfter, this.batchSize);
	}

	public FeedSettings withBackfill(int other) {
		return new FeedSettings(this.maxItems, other, this.pullThreshold, this.inactiveAfter, this.batchSize);
	}

	public FeedSettings withPullThreshold(int other) {
		return new FeedSettings(this.maxItems, this.backfill, other, this.inactiveAfter, this.batchSize);
	}

	public FeedSettings withInactiveAfter(Duration other) {
		return new FeedSettings(this.maxItems, this.backfill, this.pullThreshold, other, this.batchSize);
	}

	public FeedSettings withBatchSize(int other) {
		return new FeedSettings(this.maxItems, this.backfill, this.pullThreshold, this.inactiveAfter, other);
	}

}
