package io.github.rediscomponents.autoconfigure.session;

import java.time.Duration;

import io.github.rediscomponents.session.OneTimeCodeSettings;

/**
 * Properties of the one-time codes of one purpose.
 */
public class OneTimeCodePurposeProperties {

	/**
	 * Number of digits of a code.
	 */
	private int length = 6;

	/**
	 * Time after which a code is void.
	 */
	private Duration ttl = Duration.ofMinutes(5);

	/**
	 * Time after which somebody may get the next code.
	 */
	private Duration resendInterval = Duration.ofMinutes(1);

	/**
	 * Number of wrong codes after which the right one is void too.
	 */
	private int attempts = 5;

	public int getLength() {
		return this.length;
	}

	public void setLength(int length) {
		this.length = length;
	}

	public Duration getTtl() {
		return this.ttl;
	}

	public void setTtl(Duration ttl) {
		this.ttl = ttl;
	}

	public Duration getResendInterval() {
		return this.resendInterval;
	}

	public void setResendInterval(Duration resendInterval) {
		this.resendInterval = resendInterval;
	}

	public int getAttempts() {
		return this.attempts;
	}

	public void setAttempts(int attempts) {
		this.attempts = attempts;
	}

	OneTimeCodeSettings toSettings() {
		return new OneTimeCodeSettings(this.length, this.ttl, this.resendInterval, this.attempts);
	}

}
