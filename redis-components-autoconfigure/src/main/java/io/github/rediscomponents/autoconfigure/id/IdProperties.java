package io.github.rediscomponents.autoconfigure.id;

import java.time.Duration;
import java.time.Instant;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.id.IdLayout;
import io.github.rediscomponents.id.IdSettings;

/**
 * Properties of the {@code IdWorker}.
 */
@ConfigurationProperties(prefix = IdProperties.PREFIX, ignoreUnknownFields = false)
public class IdProperties {

	static final String PREFIX = "redis-components.id";

	/**
	 * Whether to provide an IdWorker.
	 */
	private boolean enabled = true;

	/**
	 * How the 63 bits of an id are divided between time and sequence.
	 */
	private IdLayout layout = IdLayout.DEFAULT;

	/**
	 * Instant from which the time of an id counts.
	 */
	private Instant epoch = Instant.parse("2025-01-01T00:00:00Z");

	/**
	 * Longest time for which a reserved block of ids is used, which bounds how far ids of
	 * several processes are out of order.
	 */
	private Duration maxAge = Duration.ofSeconds(1);

	/**
	 * Least number of ids to reserve at once.
	 */
	private int minBlock = 64;

	/**
	 * Largest number of ids to reserve at once.
	 */
	private int maxBlock = 1 << 20;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public IdLayout getLayout() {
		return this.layout;
	}

	public void setLayout(IdLayout layout) {
		this.layout = layout;
	}

	public Instant getEpoch() {
		return this.epoch;
	}

	public void setEpoch(Instant epoch) {
		this.epoch = epoch;
	}

	public Duration getMaxAge() {
		return this.maxAge;
	}

	public void setMaxAge(Duration maxAge) {
		this.maxAge = maxAge;
	}

	public int getMinBlock() {
		return this.minBlock;
	}

	public void setMinBlock(int minBlock) {
		this.minBlock = minBlock;
	}

	public int getMaxBlock() {
		return this.maxBlock;
	}

	public void setMaxBlock(int maxBlock) {
		this.maxBlock = maxBlock;
	}

	IdSettings toSettings() {
		return new IdSettings(this.layout, this.epoch, this.maxAge, this.minBlock, this.maxBlock);
	}

}
