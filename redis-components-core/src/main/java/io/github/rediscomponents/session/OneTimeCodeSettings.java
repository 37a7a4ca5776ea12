// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;

/**
 * Settings of {@link OneTimeCodes}. A change holds for codes that are issued afterwards.
 * Immutable: each {@code with} method returns a changed copy, and throws an
 * {@link IllegalArgumentException} that names the property if a value is out of its
 * range.
 *
 * @since 1.0.0
 */
public sealed interface OneTimeCodeSettings permits OneTimeCodeSettingsValues {

	/**
	 * Six digits for five minutes, one a minute, five attempts.
	 * @return the settings
	 */
	static OneTimeCodeSettings defaults() {
		return OneTimeCodeSettingsValues.DEFAULTS;
	}

	/** Returns how many digits, 4 to 12. */
	int length();

	/** After which a code is void, 1 second to 7 days. */
	Duration ttl();

	/** After which a subject may get the next code, 0 to 1 day; 0 for at once. */
	Duration resendInterval();

	/** After how many wrong ones the right one is void too, 1 to 100. */
	int attempts();

	OneTimeCodeSettings withLength(int length);

	OneTimeCodeSettings withTtl(Duration ttl);

	OneTimeCodeSettings withResendInterval(Duration resendInterval);

	OneTimeCodeSettings withAttempts(int attempts);

}
