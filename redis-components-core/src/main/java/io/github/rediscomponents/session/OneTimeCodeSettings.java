package io.github.rediscomponents.session;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of {@link OneTimeCodes}. A change holds for codes that are issued afterwards.
 *
 * @param length how many digits, 4 to 12
 * @param ttl after which a code is void, 1 second to 7 days
 * @param resendInterval after which a subject may get the next code, 0 to 1 day; 0 for at
 * once
 * @param attempts after how many wrong ones the right one is void too, 1 to 100
 */
public record OneTimeCodeSettings(int length, Duration ttl, Duration resendInterval, int attempts) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code one-time-code.} and the property's name
	 */
	public OneTimeCodeSettings {
		Checks.between("one-time-code.length", length, 4, 12);
		Checks.between("one-time-code.ttl", ttl, Duration.ofSeconds(1), Duration.ofDays(7));
		Checks.between("one-time-code.resend-interval", resendInterval, Duration.ZERO, Duration.ofDays(1));
		Checks.between("one-time-code.attempts", attempts, 1, 100);
	}

	/**
	 * Six digits for five minutes, one a minute, five attempts.
	 * @return the settings
	 */
	public static OneTimeCodeSettings defaults() {
		return new OneTimeCodeSettings(6, Duration.ofMinutes(5), Duration.ofMinutes(1), 5);
	}

	public OneTimeCodeSettings withLength(int other) {
		return new OneTimeCodeSettings(other, this.ttl, this.resendInterval, this.attempts);
	}

	public OneTimeCodeSettings withTtl(Duration other) {
		return new OneTimeCodeSettings(this.length, other, this.resendInterval, this.attempts);
	}

	public OneTimeCodeSettings withResendInterval(Duration other) {
		return new OneTimeCodeSettings(this.length, this.ttl, other, this.attempts);
	}

	public OneTimeCodeSettings withAttempts(int other) {
		return new OneTimeCodeSettings(this.length, this.ttl, this.resendInterval, other);
	}

}
