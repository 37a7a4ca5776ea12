// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.session;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.session.TokenSessionSettings;

/**
 * Properties of the token sessions.
 *
 * @param enabled Whether to provide token sessions.
 * @param ttl Time after its last renewal after which a session ends.
 * @param maxLifetime Time after which a session ends regardless of renewals; never if not
 * set.
 * @param renewBelow Remaining fraction of the TTL below which a touched session is
 * renewed.
 * @param maxSessions Maximum number of sessions of one user.
 * @param server Name of the Redis of the component, one of redis-components.servers; that
 * of the application if not set.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = TokenSessionProperties.PREFIX, ignoreUnknownFields = false)
public record TokenSessionProperties(@DefaultValue("true") boolean enabled, @DefaultValue("30m") Duration ttl,
		@Nullable Duration maxLifetime, @DefaultValue("0.5") double renewBelow, @DefaultValue("20") int maxSessions,
		@Nullable String server) implements ComponentProperties<TokenSessionSettings> {

	static final String PREFIX = "redis-components.token-session";

	@Override
	public TokenSessionSettings toSettings() {
		return TokenSessionSettings.defaults()
			.withTtl(this.ttl)
			.withMaxLifetime(this.maxLifetime)
			.withRenewBelow(this.renewBelow)
			.withMaxSessions(this.maxSessions);
	}

}
