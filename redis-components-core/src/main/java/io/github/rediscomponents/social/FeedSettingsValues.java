// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link FeedSettings}.
 */
record FeedSettingsValues(int maxItems, int backfill, int pullThreshold, Duration inactiveAfter,
		int batchSize) implements FeedSettings {

	static final FeedSettingsValues DEFAULTS = new FeedSettingsValues(1000, 20, 10_000, Duration.ofDays(30), 1000);

	FeedSettingsValues {
		Checks.between("feed.max-items", maxItems, 1, 10_000);
		Checks.between("feed.backfill", backfill, 0, 1000);
		Checks.between("feed.pull-threshold", pullThreshold, 1, 1_000_000_000);
		Checks.between("feed.inactive-after", inactiveAfter, Duration.ofSeconds(1), Duration.ofDays(3660));
		Checks.between("feed.batch-size", batchSize, 1, 10_000);
	}

	@Override
	public FeedSettings withMaxItems(int other) {
		return new FeedSettingsValues(other, this.backfill, this.pullThreshold, this.inactiveAfter, this.batchSize);
	}

	@Override
	public FeedSettings withBackfill(int other) {
		return new FeedSettingsValues(this.maxItems, other, this.pullThreshold, this.inactiveAfter, this.batchSize);
	}

	@Override
	public FeedSettings withPullThreshold(int other) {
		return new FeedSettingsValues(this.maxItems, this.backfill, other, this.inactiveAfter, this.batchSize);
	}

	@Override
	public FeedSettings withInactiveAfter(Duration other) {
		return new FeedSettingsValues(this.maxItems, this.backfill, this.pullThreshold, other, this.batchSize);
	}

	@Override
	public FeedSettings withBatchSize(int other) {
		return new FeedSettingsValues(this.maxItems, this.backfill, this.pullThreshold, this.inactiveAfter, other);
	}

}
