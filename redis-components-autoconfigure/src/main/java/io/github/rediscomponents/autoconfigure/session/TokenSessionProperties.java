package io.github.rediscomponents.autoconfigure.session;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.github.rediscomponents.session.TokenSessionSettings;

/**
 * Properties of the token sessions.
 */
@ConfigurationProperties(prefix = TokenSessionProperties.PREFIX, ignoreUnknownFields = false)
public class TokenSessionProperties {

	static final String PREFIX = "redis-components.token-session";

	/**
	 * Whether to provide token sessions.
	 */
	private boolean enabled = true;

	/**
	 * Time after its last renewal at which a session ends.
	 */
	private Duration ttl = Duration.ofMinutes(30);

	/**
	 * Time after which a session ends however often it is renewed; never if not set.
	 */
	private @Nullable Duration maxLifetime;

	/**
	 * Part of its ttl below which a session that is touched is renewed.
	 */
	private double renewBelow = 0.5;

	/**
	 * Most sessions of one user.
	 */
	private int maxSessions = 20;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Duration getTtl() {
		return this.ttl;
	}

	public void setTtl(Duration ttl) {
		this.ttl = ttl;
	}

	public @Nullable Duration getMaxLifetime() {
		return this.maxLifetime;
	}

	public void setMaxLifetime(@Nullable Duration maxLifetime) {
		this.maxLifetime = maxLifetime;
	}

	public double getRenewBelow() {
		return this.renewBelow;
	}

	public void setRenewBelow(double renewBelow) {
		this.renewBelow = renewBelow;
	}

	public int getMaxSessions() {
		return this.maxSessions;
	}

	public void setMaxSessions(int maxSessions) {
		this.maxSessions = maxSessions;
	}

	TokenSessionSettings toSettings() {
		return new TokenSessionSettings(this.ttl, this.maxLifetime, this.renewBelow, this.maxSessions);
	}

}
