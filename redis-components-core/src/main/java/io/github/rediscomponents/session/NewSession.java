// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * A session that is to be issued.
 *
 * @param user the user, 1 to 256 characters, well-formed
 * @param device the application's name for the device, 1 to 256 characters, null for
 * none; a user has one session on each named device
 * @param attributes the attributes of the session, at most {@link #MAX_ATTRIBUTES}, with
 * names of 1 to 64 and values of up to 1024 characters; immutable
 * @param ttl in place of that of the settings, 1 second to 400 days; null for that
 * @since 1.0.0
 */
public record NewSession(String user, @Nullable String device, Map<String, String> attributes, @Nullable Duration ttl) {

	/** How many attributes a session can have. */
	public static final int MAX_ATTRIBUTES = 32;

	private static final int MAX_ATTRIBUTE_NAME = 64;

	private static final int MAX_ATTRIBUTE_VALUE = 1024;

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with its name
	 */
	public NewSession {
		Names.check("user", user);
		if (device != null) {
			Names.check("device", device);
		}
		Checks.between("attributes.size", Checks.notNull("attributes", attributes).size(), 0, MAX_ATTRIBUTES);
		attributes.forEach(NewSession::checkAttribute);
		attributes = Map.copyOf(attributes);
		if (ttl != null) {
			Checks.between("ttl", ttl, TokenSessionSettingsValues.MIN_TTL, TokenSessionSettingsValues.MAX_TTL);
		}
	}

	/**
	 * Returns a session with nothing but a user.
	 * @param user the user
	 * @return to be refined
	 */
	public static NewSession of(String user) {
		return new NewSession(user, null, Map.of(), null);
	}

	public NewSession withDevice(@Nullable String other) {
		return new NewSession(this.user, other, this.attributes, this.ttl);
	}

	/**
	 * Adds an attribute, or replaces it.
	 * @param name its name
	 * @param value its value
	 * @return the session
	 */
	public NewSession withAttribute(String name, String value) {
		Map<String, String> more = new LinkedHashMap<>(this.attributes);
		more.put(name, value);
		return new NewSession(this.user, this.device, more, this.ttl);
	}

	public NewSession withTtl(@Nullable Duration other) {
		return new NewSession(this.user, this.device, this.attributes, other);
	}

	static void checkAttribute(String name, String value) {
		checkName(name);
		Checks.between("value.length", Checks.notNull("value", value).length(), 0, MAX_ATTRIBUTE_VALUE);
		Utf8.wellFormed("value", value);
	}

	static String checkName(String name) {
		return Checks.hasLength("name", name, MAX_ATTRIBUTE_NAME);
	}

	/** Without the attributes' values, which need not be fit for a log. */
	@Override
	public String toString() {
		return "NewSession[user=" + this.user + ", device=" + this.device + ", attributes=" + this.attributes.keySet()
				+ ", ttl=" + this.ttl + "]";
	}

}
