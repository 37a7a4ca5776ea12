// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * An action that a user performed in the console. Published as an event of the
 * application after the action, on the thread of the request.
 *
 * @param user the name of the user, empty if it is unknown
 * @param room the component, such as {@code task-queue}
 * @param action the action, such as {@code redrive}
 * @param name the name of the instance
 * @param id the id of a part of the instance, null for all
 * @param result what the action returned
 * @since 1.0.0
 */
public record ConsoleAction(String user, String room, String action, String name, @Nullable String id,
		Map<String, Object> result) {

	/**
	 * Copies the result.
	 */
	public ConsoleAction {
		result = Map.copyOf(result);
	}

}
