// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.util.Map;
import java.util.function.Supplier;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link OneTimeCodePurposes} on Redis.
 */
final class RedisOneTimeCodePurposes implements OneTimeCodePurposes {

	private final CommandPort redis;

	private final KeySpace keys;

	private final Declared<OneTimeCodeSettings> declared;

	private final SessionObserver observer;

	RedisOneTimeCodePurposes(CommandPort redis, KeySpace keys, LiveSettings<Map<String, OneTimeCodeSettings>> declared,
			SessionObserver observer) {
		this.redis = redis;
		this.keys = keys;
		this.declared = new Declared<>("purpose", "purpose of one-time codes", declared);
		this.observer = Listeners.quiet(SessionObserver.class, SessionObserver.NONE, observer);
	}

	@Override
	public OneTimeCodes get(String purpose) {
		return open(purpose, this.declared.follow(purpose));
	}

	@Override
	public OneTimeCodes get(String purpose, OneTimeCodeSettings settings) {
		Checks.notNull("settings", settings);
		return open(purpose, () -> settings);
	}

	private OneTimeCodes open(String purpose, Supplier<OneTimeCodeSettings> settings) {
		Checks.hasLength("purpose", purpose, 200);
		Checks.isTrue(purpose.indexOf(':') < 0, "purpose must not have a colon: '" + purpose + "'");
		return new RedisOneTimeCodes(this.redis, this.keys, purpose, settings, this.observer);
	}

}
