// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link OneTimeCodeSettings}.
 */
record OneTimeCodeSettingsValues(int length, Duration ttl, Duration resendInterval,
		int attempts) implements OneTimeCodeSettings {

	static final OneTimeCodeSettingsValues DEFAULTS = new OneTimeCodeSettingsValues(6, Duration.ofMinutes(5),
			Duration.ofMinutes(1), 5);

	OneTimeCodeSettingsValues {
		Checks.between("one-time-code.length", length, 4, 12);
		Checks.between("one-time-code.ttl", ttl, Duration.ofSeconds(1), Duration.ofDays(7));
		Checks.between("one-time-code.resend-interval", resendInterval, Duration.ZERO, Duration.ofDays(1));
		Checks.between("one-time-code.attempts", attempts, 1, 100);
	}

	@Override
	public OneTimeCodeSettings withLength(int other) {
		return new OneTimeCodeSettingsValues(other, this.ttl, this.resendInterval, this.attempts);
	}

	@Override
	public OneTimeCodeSettings withTtl(Duration other) {
		return new OneTimeCodeSettingsValues(this.length, other, this.resendInterval, this.attempts);
	}

	@Override
	public OneTimeCodeSettings withResendInterval(Duration other) {
		return new OneTimeCodeSettingsValues(this.length, this.ttl, other, this.attempts);
	}

	@Override
	public OneTimeCodeSettings withAttempts(int other) {
		return new OneTimeCodeSettingsValues(this.length, this.ttl, this.resendInterval, other);
	}

}
