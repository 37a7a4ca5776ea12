// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lock;

import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.lock.LockSettings;

/**
 * Properties of the {@code DistributedLock}.
 *
 * @param enabled Whether to provide a DistributedLock.
 * @param engine Implementation of the locks: scripts on Lettuce, or the application's
 * RedissonClient.
 * @param lease Time after which the lock of a dead holder is free; a live holder renews
 * it every third of that time.
 * @param pollBound Longest time between two attempts of a waiter whose wake-up message is
 * lost.
 * @param driftMargin Safety margin subtracted from each lease for clock drift, as a
 * fraction of the lease.
 * @param tokenRetention Time for which the last fencing token of an unused lock is kept.
 * @param replicaTimeout Longest time for replicas to acknowledge an acquisition that
 * requires them.
 * @param quorum
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = LockProperties.PREFIX, ignoreUnknownFields = false)
public record LockProperties(@DefaultValue("true") boolean enabled, @DefaultValue("lettuce") LockEngine engine,
		@DefaultValue("30s") Duration lease, @DefaultValue("500ms") Duration pollBound,
		@DefaultValue("0.01") double driftMargin, @DefaultValue("24h") Duration tokenRetention,
		@DefaultValue("1s") Duration replicaTimeout, @NestedConfigurationProperty @DefaultValue QuorumProperties quorum,
		@Nullable String server) implements ComponentProperties<LockSettings> {

	/** Prefix of the names. */
	public static final String PREFIX = "redis-components.lock";

	static final String ENGINE = PREFIX + ".engine";

	@Override
	public LockSettings toSettings() {
		return LockSettings.defaults()
			.withLease(this.lease)
			.withPollBound(this.pollBound)
			.withDriftMargin(this.driftMargin)
			.withTokenRetention(this.tokenRetention)
			.withReplicaTimeout(this.replicaTimeout);
	}

	@Override
	public void check(BeanFactory beans) {
		if (this.engine == LockEngine.REDISSON) {
			if (this.server != null) {
				throw new InvalidPropertyException(PREFIX + ".server",
						"must not be set for the engine 'redisson', whose server is that of the RedissonClient");
			}
			RedissonEngine.check(beans);
		}
	}

	@Override
	public Stream<String> restartOnly() {
		return Stream.concat(Stream.of("engine", "quorum.node-timeout", "quorum.nodes"),
				IntStream.rangeClosed(0, this.quorum.nodes().size()).mapToObj((i) -> "quorum.nodes[" + i + ']'));
	}

}
