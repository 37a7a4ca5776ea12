// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;

/**
 * Settings of the {@link Feed}. Immutable: each {@code with} method returns a changed
 * copy, and throws an {@link IllegalArgumentException} that names the property if a value
 * is out of its range.
 *
 * @since 1.0.0
 */
public sealed interface FeedSettings permits FeedSettingsValues {

	/**
	 * 1000 items, 20 for a new follower, pulled beyond 10,000 followers, inactive after
	 * 30 days, 1000 followers a task.
	 * @return the default settings
	 */
	static FeedSettings defaults() {
		return FeedSettingsValues.DEFAULTS;
	}

	/**
	 * How many items an inbox and an outbox have at most, 1 to 10,000. With a lower
	 * number, an outbox shrinks by 500 with each later post.
	 */
	int maxItems();

	/**
	 * How many of an author's newest posts come into the inbox of a new follower, 0 to
	 * 1000.
	 */
	int backfill();

	/**
	 * Beyond how many followers an author's posts are pulled; pushed again when there are
	 * fewer than half as many; 1 to 1,000,000,000.
	 */
	int pullThreshold();

	/**
	 * After how long without a page being read an inbox is dropped, 1 second to 3660
	 * days.
	 */
	Duration inactiveAfter();

	/** To how many followers a task delivers, 1 to 10,000. */
	int batchSize();

	FeedSettings withMaxItems(int maxItems);

	FeedSettings withBackfill(int backfill);

	FeedSettings withPullThreshold(int pullThreshold);

	FeedSettings withInactiveAfter(Duration inactiveAfter);

	FeedSettings withBatchSize(int batchSize);

}
