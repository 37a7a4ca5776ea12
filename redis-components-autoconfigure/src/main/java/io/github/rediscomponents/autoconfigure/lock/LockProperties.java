package io.github.rediscomponents.autoconfigure.lock;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

import io.github.rediscomponents.lock.LockSettings;

/**
 * Properties of the {@code DistributedLock}.
 */
@ConfigurationProperties(prefix = LockProperties.PREFIX, ignoreUnknownFields = false)
public class LockProperties {

	static final String PREFIX = "redis-components.lock";

	static final String ENGINE = PREFIX + ".engine";

	/**
	 * Whether to provide a DistributedLock.
	 */
	private boolean enabled = true;

	/**
	 * What keeps the locks: the components' own scripts on Lettuce, or the application's
	 * RedissonClient.
	 */
	private LockEngine engine = LockEngine.LETTUCE;

	/**
	 * Time after which a lock whose holder died is free; a living holder renews it every
	 * third of that time.
	 */
	private Duration lease = Duration.ofSeconds(30);

	/**
	 * Longest time that a waiter sleeps before it asks again, should the message that
	 * wakes it be lost.
	 */
	private Duration pollBound = Duration.ofMillis(500);

	/**
	 * Fraction of a lease that is given up for clocks that run at different speeds.
	 */
	private double driftMargin = 0.01;

	/**
	 * Time for which the last fencing token of an unused lock is kept.
	 */
	private Duration tokenRetention = Duration.ofHours(24);

	/**
	 * Time in which replicas have to acknowledge an acquisition that asks for them.
	 */
	private Duration replicaTimeout = Duration.ofSeconds(1);

	@NestedConfigurationProperty
	private final QuorumProperties quorum = new QuorumProperties();

	public QuorumProperties getQuorum() {
		return this.quorum;
	}

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public LockEngine getEngine() {
		return this.engine;
	}

	public void setEngine(LockEngine engine) {
		this.engine = engine;
	}

	public Duration getLease() {
		return this.lease;
	}

	public void setLease(Duration lease) {
		this.lease = lease;
	}

	public Duration getPollBound() {
		return this.pollBound;
	}

	public void setPollBound(Duration pollBound) {
		this.pollBound = pollBound;
	}

	public double getDriftMargin() {
		return this.driftMargin;
	}

	public void setDriftMargin(double driftMargin) {
		this.driftMargin = driftMargin;
	}

	public Duration getTokenRetention() {
		return this.tokenRetention;
	}

	public void setTokenRetention(Duration tokenRetention) {
		this.tokenRetention = tokenRetention;
	}

	public Duration getReplicaTimeout() {
		return this.replicaTimeout;
	}

	public void setReplicaTimeout(Duration replicaTimeout) {
		this.replicaTimeout = replicaTimeout;
	}

	LockSettings toSettings() {
		return new LockSettings(this.lease, this.pollBound, this.driftMargin, this.tokenRetention, this.replicaTimeout);
	}

}
