package io.github.rediscomponents.session;

import java.util.Map;
import java.util.function.Supplier;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Makes {@link OneTimeCodes}, those whose purpose is declared in the configuration and
 * others. Sends nothing. Instances are safe for use by any number of threads.
 */
public final class OneTimeCodePurposes {

	private final RedisPort redis;

	private final KeySpace keys;

	private final Declared<OneTimeCodeSettings> declared;

	private final SessionMetrics metrics;

	private OneTimeCodePurposes(RedisPort redis, KeySpace keys, LiveSettings<Map<String, OneTimeCodeSettings>> declared,
			SessionMetrics metrics) {
		this.redis = redis;
		this.keys = keys;
		this.declared = new Declared<>("purpose", "purpose of one-time codes", declared);
		this.metrics = Listeners.quiet(SessionMetrics.class, SessionMetrics.NONE, metrics);
	}

	/**
	 * Makes a factory.
	 * @param redis where the codes live
	 * @param keys names their keys
	 * @param declared the declared purposes by name; codes whose declaration changes
	 * follow at once, those whose declaration vanishes keep their last settings
	 * @param metrics counts what happens
	 * @return the factory
	 */
	public static OneTimeCodePurposes create(RedisPort redis, KeySpace keys,
			LiveSettings<Map<String, OneTimeCodeSettings>> declared, SessionMetrics metrics) {
		return new OneTimeCodePurposes(redis, keys, declared, metrics);
	}

	/**
	 * The codes of a declared purpose.
	 * @param purpose the name of a declaration
	 * @return the codes
	 * @throws IllegalArgumentException if no such purpose is declared
	 */
	public OneTimeCodes codes(String purpose) {
		return codes(purpose, this.declared.follow(purpose));
	}

	/**
	 * The codes of a purpose that needs no declaration.
	 * @param purpose its name, 1 to 200 characters without a colon; a tag of the meters,
	 * so let there be few
	 * @param settings its settings, asked for with each code that is issued
	 * @return the codes
	 * @throws IllegalArgumentException if the name is empty, too long, or has a colon
	 */
	public OneTimeCodes codes(String purpose, Supplier<OneTimeCodeSettings> settings) {
		Checks.hasLength("purpose", purpose, 200);
		Checks.isTrue(purpose.indexOf(':') < 0, "purpose must not have a colon: '" + purpose + "'");
		return new RedisOneTimeCodes(this.redis, this.keys, purpose, Checks.notNull("settings", settings),
				this.metrics);
	}

}
