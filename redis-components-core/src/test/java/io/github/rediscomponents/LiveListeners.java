// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

/**
 * Counts the listeners of settings, for tests of what registers more than once.
 */
public final class LiveListeners {

	private LiveListeners() {
	}

	public static int of(LiveSettings<?> settings) {
		return settings.listeners();
	}

}
