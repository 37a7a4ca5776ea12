// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The values of {@link LockSettings}.
 */
record LockSettingsValues(Duration lease, Duration pollBound, double driftMargin, Duration tokenRetention,
		Duration replicaTimeout) implements LockSettings {

	static final LockSettingsValues DEFAULTS = new LockSettingsValues(Duration.ofSeconds(30), Duration.ofMillis(500),
			0.01, Duration.ofHours(24), Duration.ofSeconds(1));

	LockSettingsValues {
		check("lease", lease, Duration.ofMillis(100), Duration.ofHours(24));
		check("poll-bound", pollBound, Duration.ofMillis(10), Duration.ofMinutes(1));
		if (!(driftMargin >= 0 && driftMargin <= 0.5)) {
			throw new IllegalArgumentException("lock.drift-margin must be between 0 and 0.5, was " + driftMargin);
		}
		check("token-retention", tokenRetention, Duration.ofMinutes(1), Duration.ofDays(365));
		check("replica-timeout", replicaTimeout, Duration.ofMillis(1), Duration.ofMinutes(1));
	}

	@Override
	public LockSettings withLease(Duration other) {
		return new LockSettingsValues(other, this.pollBound, this.driftMargin, this.tokenRetention,
				this.replicaTimeout);
	}

	@Override
	public LockSettings withPollBound(Duration other) {
		return new LockSettingsValues(this.lease, other, this.driftMargin, this.tokenRetention, this.replicaTimeout);
	}

	@Override
	public LockSettings withDriftMargin(double other) {
		return new LockSettingsValues(this.lease, this.pollBound, other, this.tokenRetention, this.replicaTimeout);
	}

	@Override
	public LockSettings withTokenRetention(Duration other) {
		return new LockSettingsValues(this.lease, this.pollBound, this.driftMargin, other, this.replicaTimeout);
	}

	@Override
	public LockSettings withReplicaTimeout(Duration other) {
		return new LockSettingsValues(this.lease, this.pollBound, this.driftMargin, this.tokenRetention, other);
	}

	private static void check(String name, @Nullable Duration value, Duration min, Duration max) {
		if (value == null || value.compareTo(min) < 0 || value.compareTo(max) > 0) {
			throw new IllegalArgumentException(
					"lock." + name + " must be between " + min + " and " + max + ", was " + value);
		}
	}

}
