// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.util.Map;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Gives {@link OneTimeCodes} by purpose: declared ones, and others. Sends nothing.
 * Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface OneTimeCodePurposes {

	/**
	 * Returns the codes of a declared purpose.
	 * @param purpose the name of a declaration
	 * @return the codes
	 * @throws IllegalArgumentException if no such purpose is declared
	 */
	OneTimeCodes get(String purpose);

	/**
	 * Returns the codes of a purpose that needs no declaration.
	 * @param purpose its name, 1 to 200 characters without a colon; a tag of the meters,
	 * so let there be few
	 * @param settings its settings
	 * @return the codes
	 * @throws IllegalArgumentException if the name is empty, too long, or has a colon
	 */
	OneTimeCodes get(String purpose, OneTimeCodeSettings settings);

	/**
	 * Creates a registry.
	 * @param redis the port to Redis
	 * @param keys names their keys
	 * @param declared the declared purposes by name; codes whose declaration changes
	 * follow at once, those whose declaration vanishes keep their last settings
	 * @param observer is notified of events
	 * @return the registry
	 */
	static OneTimeCodePurposes create(RedisPort redis, KeySpace keys,
			LiveSettings<Map<String, OneTimeCodeSettings>> declared, SessionObserver observer) {
		return new RedisOneTimeCodePurposes(CommandPort.of(redis), keys, declared, observer);
	}

}
