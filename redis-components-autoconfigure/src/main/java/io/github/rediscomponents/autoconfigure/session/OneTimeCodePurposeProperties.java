// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.session;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.session.OneTimeCodeSettings;

/**
 * Properties of the one-time codes of one purpose.
 *
 * @param length Number of digits of a code.
 * @param ttl Time after which a code is void.
 * @param resendInterval Time after which a subject may get the next code.
 * @param attempts Number of wrong codes after which the correct code is void, too.
 * @param server Name of the Redis, one of redis-components.servers; that of the component
 * if not set.
 * @since 1.0.0
 */
public record OneTimeCodePurposeProperties(@DefaultValue("6") int length, @DefaultValue("5m") Duration ttl,
		@DefaultValue("1m") Duration resendInterval, @DefaultValue("5") int attempts, @Nullable String server) {

	OneTimeCodeSettings toSettings() {
		return OneTimeCodeSettings.defaults()
			.withLength(this.length)
			.withTtl(this.ttl)
			.withResendInterval(this.resendInterval)
			.withAttempts(this.attempts);
	}

}
