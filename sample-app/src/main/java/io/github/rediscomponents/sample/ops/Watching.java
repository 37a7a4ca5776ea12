package io.github.rediscomponents.sample.ops;

/**
 * Which requests are those of somebody who watches the application, and not of its users.
 */
final class Watching {

	private Watching() {
	}

	static boolean isItself(String path) {
		return path.startsWith("/ops/") || path.startsWith("/actuator");
	}

}
