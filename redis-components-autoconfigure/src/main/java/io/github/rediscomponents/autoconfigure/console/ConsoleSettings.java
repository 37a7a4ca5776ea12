// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.console;

import java.time.Duration;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of the console.
 *
 * @param path the path of the page, without a slash at its end
 * @param readRole the role that may look
 * @param operateRole the role that may look and act
 * @param interval the time between two reports of a process while the console is looked
 * at
 * @since 1.0.0
 */
public record ConsoleSettings(String path, String readRole, String operateRole, Duration interval) {

	private static final Duration SHORTEST = Duration.ofMillis(200);

	private static final Duration LONGEST = Duration.ofSeconds(5);

	/**
	 * Checks the settings.
	 * @throws IllegalArgumentException if a setting is out of range
	 */
	public ConsoleSettings {
		Checks.isTrue(path.matches("(/[A-Za-z0-9._~-]+)+"),
				"path must begin with a slash, must not end with one, and must consist of letters, digits and '._~-'"
						+ " between slashes, was '" + path + "'");
		Checks.hasText("readRole", readRole);
		Checks.hasText("operateRole", operateRole);
		Checks.isTrue(interval.compareTo(SHORTEST) >= 0 && interval.compareTo(LONGEST) <= 0,
				"interval must be from 200ms to 5s, was " + interval);
	}

}
