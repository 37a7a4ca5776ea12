// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long the pauses between refused probes are.
 */
class RefusedProbesTests {

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	private final RefusedProbes refused = new RefusedProbes();

	/** Where the monotonic clock is about to overflow. */
	private long now = Long.MAX_VALUE - SECOND;

	private void assertPause(long interval, long expected) {
		this.refused.refused(interval, this.now);
		assertThat(this.refused.isPausing(this.now + expected - 1)).isTrue();
		assertThat(this.refused.isPausing(this.now + expected)).isFalse();
		this.now += expected;
	}

	@Test
	void pausesDoubleToHalfAMinute() {
		assertThat(this.refused.isRefused()).isFalse();
		this.refused.refused(SECOND, this.now);
		assertThat(this.refused.isRefused()).isTrue();
		assertThat(this.refused.isPausing(this.now)).isFalse();
		for (long seconds : new long[] { 2, 4, 8, 16, 30, 30 }) {
			assertPause(SECOND, seconds * SECOND);
		}
		for (int i = 0; i < 100; i++) {
			assertPause(SECOND, 30 * SECOND);
		}
	}

	@Test
	void noPauseIsShorterThanTheInterval() {
		long minute = 60 * SECOND;
		this.refused.refused(minute, this.now);
		assertPause(minute, minute);
		assertPause(minute, minute);
	}

	@Test
	void aRoundThatIsAcceptedOrAnotherConnectionEndsThePause() {
		this.refused.refused(SECOND, this.now);
		assertPause(SECOND, 2 * SECOND);
		this.refused.refused(SECOND, this.now);
		this.refused.startOver();
		assertThat(this.refused.isPausing(this.now)).isFalse();
		assertThat(this.refused.isRefused()).isTrue();
		assertPause(SECOND, 2 * SECOND);
		this.refused.accepted();
		assertThat(this.refused.isPausing(this.now)).isFalse();
		assertThat(this.refused.isRefused()).isFalse();
	}

}
