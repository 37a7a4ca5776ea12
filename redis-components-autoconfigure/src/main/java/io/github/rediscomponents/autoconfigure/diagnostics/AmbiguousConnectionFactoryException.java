// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the application has several connection factories and selects none of them for
 * the components.
 *
 * @since 1.0.0
 */
public final class AmbiguousConnectionFactoryException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final List<String> factories;

	/**
	 * Creates the exception.
	 * @param factories names of the beans
	 * @param cause the cause
	 */
	public AmbiguousConnectionFactoryException(@Nullable Collection<String> factories, Throwable cause) {
		super("There are several RedisConnectionFactory beans: " + factories, cause);
		this.factories = (factories != null) ? List.copyOf(factories) : List.of();
	}

	/**
	 * Returns the connection factories.
	 * @return names of the beans
	 */
	public List<String> factories() {
		return this.factories;
	}

}
