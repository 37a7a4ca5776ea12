package io.github.rediscomponents.autoconfigure.queue;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;

/**
 * Properties of a queue that becomes a bean.
 */
interface DeclaredQueue {

	/**
	 * The class of what is in the queue.
	 * @return null if only the injection point says it
	 */
	@Nullable String getType();

	/**
	 * The class that a property names. A nested class may be written with a dot.
	 */
	static Class<?> type(String queue, String type) {
		try {
			return ClassUtils.resolveClassName(type, null);
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			throw new InvalidPropertyException(queue + ".type", "must be the name of a class, was '" + type + "'", ex);
		}
	}

}
