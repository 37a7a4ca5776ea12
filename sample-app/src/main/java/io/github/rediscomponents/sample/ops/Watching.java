// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

/**
 * Distinguishes requests of monitoring from requests of users.
 */
final class Watching {

	private Watching() {
	}

	static boolean isItself(String path) {
		return path.startsWith("/ops/") || path.startsWith("/actuator") || path.equals("/rush");
	}

}
