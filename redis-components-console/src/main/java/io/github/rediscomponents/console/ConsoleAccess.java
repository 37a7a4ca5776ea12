// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Decides what the user of a request may do in the console. A bean of this type replaces
 * the default, which asks for the roles of the properties
 * {@code redis-components.console.read-role} and {@code operate-role}.
 *
 * @since 1.0.0
 */
@FunctionalInterface
public interface ConsoleAccess {

	/**
	 * Returns the role of the user of a request. Called at each request, so it must be
	 * quick.
	 * @param request a request below the path of the console
	 * @return the role; null counts as {@link ConsoleRole#NONE}
	 */
	ConsoleRole role(HttpServletRequest request);

}
