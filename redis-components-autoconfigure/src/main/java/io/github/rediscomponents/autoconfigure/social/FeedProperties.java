package io.github.rediscomponents.autoconfigure.social;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.social.FeedSettings;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of the feed.
 */
@ConfigurationProperties(prefix = FeedProperties.PREFIX, ignoreUnknownFields = false)
public class FeedProperties {

	static final String PREFIX = "redis-components.feed";

	/**
	 * Whether to provide a feed.
	 */
	private boolean enabled = true;

	/**
	 * Most items of an inbox, and most posts of an outbox.
	 */
	private int maxItems = 1000;

	/**
	 * Number of an author's newest posts that come into the inbox of a new follower.
	 */
	private int backfill = 20;

	/**
	 * Number of followers beyond which an author's posts are pulled when they are read.
	 */
	private int pullThreshold = 10_000;

	/**
	 * Time without a page being read after which an inbox is dropped.
	 */
	private Duration inactiveAfter = Duration.ofDays(30);

	/**
	 * Number of followers to whom one task delivers.
	 */
	private int batchSize = 1000;

	/**
	 * Number of tasks that this process works on at once; none if 0.
	 */
	private int workers = 2;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public int getMaxItems() {
		return this.maxItems;
	}

	public void setMaxItems(int maxItems) {
		this.maxItems = maxItems;
	}

	public int getBackfill() {
		return this.backfill;
	}

	public void setBackfill(int backfill) {
		this.backfill = backfill;
	}

	public int getPullThreshold() {
		return this.pullThreshold;
	}

	public void setPullThreshold(int pullThreshold) {
		this.pullThreshold = pullThreshold;
	}

	public Duration getInactiveAfter() {
		return this.inactiveAfter;
	}

	public void setInactiveAfter(Duration inactiveAfter) {
		this.inactiveAfter = inactiveAfter;
	}

	public int getBatchSize() {
		return this.batchSize;
	}

	public void setBatchSize(int batchSize) {
		this.batchSize = batchSize;
	}

	public int getWorkers() {
		return this.workers;
	}

	public void setWorkers(int workers) {
		this.workers = workers;
	}

	FeedSettings toSettings() {
		return new FeedSettings(this.maxItems, this.backfill, this.pullThreshold, this.inactiveAfter, this.batchSize);
	}

	int toWorkers() {
		return Checks.between("feed.workers", this.workers, 0, 1000);
	}

}
