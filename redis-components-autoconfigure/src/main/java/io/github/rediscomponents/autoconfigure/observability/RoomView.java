// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The part of the actuator endpoint {@code redisComponents} and of the console that shows
 * one component. Both collect all beans of this type.
 *
 * @since 1.0.0
 */
public interface RoomView {

	/** The most elements of a list of a report. */
	int MAX_REPORTED = 100;

	/** The most elements of a page of a list. */
	int MAX_PAGE = 50;

	/**
	 * Returns the path segment of the component.
	 * @return lower case, such as {@code lock}
	 */
	String room();

	/**
	 * Returns the state of the component in this process. Sends nothing to Redis.
	 * @return maps, lists, texts, numbers and booleans
	 */
	Map<String, Object> overview();

	/**
	 * Returns the state of one instance of the component in Redis.
	 * @param name its name
	 * @return the state, or null if there is no such instance
	 */
	default @Nullable Map<String, Object> find(String name) {
		return null;
	}

	/**
	 * Returns the long lists that an instance of the component has.
	 * @return names of the lists, lower case, such as {@code dead-letters}
	 */
	default Set<String> lists() {
		return Set.of();
	}

	/**
	 * Returns one page of a list in Redis that is too long for {@link #find}.
	 * @param name the name of the instance
	 * @param list the list, one of {@link #lists()}
	 * @param cursor {@code next} of the page before, null for the first page
	 * @return {@code items}, at most {@value #MAX_PAGE}, and {@code next} if there are
	 * more; null if there is no such instance or list
	 * @throws IllegalArgumentException if {@code cursor} is invalid
	 */
	default @Nullable Map<String, Object> list(String name, String list, @Nullable String cursor) {
		return null;
	}

	/**
	 * Releases an instance regardless of its holder.
	 * @param name its name
	 * @param id id of the permit to release, null if the component has none
	 * @return whether it was held
	 * @throws UnsupportedOperationException if instances of the component cannot be
	 * released
	 * @throws IllegalArgumentException if {@code name} or {@code id} is not possible here
	 */
	default boolean release(String name, @Nullable String id) {
		throw new UnsupportedOperationException("'" + room() + "' does not support release");
	}

	/**
	 * Returns the actions that the component offers.
	 * @return names of the actions, lower case
	 */
	default Set<String> actions() {
		return Set.of();
	}

	/**
	 * Performs an action.
	 * @param action one of {@link #actions()}
	 * @param name the name of the thing
	 * @param id id of a part of the instance, null for all
	 * @return the result, or null if there is no such instance
	 * @throws IllegalArgumentException if {@code name} or {@code id} is not possible here
	 */
	default @Nullable Map<String, Object> act(String action, String name, @Nullable String id) {
		return null;
	}

	/**
	 * Returns the state of the component in this process for the console, at each
	 * interval while the console is looked at. Sends nothing to Redis. Durations are
	 * milliseconds. A list has at most {@value #MAX_REPORTED} elements, beside their
	 * number.
	 * @return maps, lists, texts, numbers and booleans; empty if the component is not
	 * used
	 */
	default Map<String, Object> report() {
		return overview();
	}

	/**
	 * Merges the reports of all processes for the console. Called in one process, at each
	 * interval while the console is looked at. May add the state in Redis that is the
	 * same for all processes, in one batch.
	 * @param reports what {@link #report()} returned in each process, by the id of the
	 * process. A report can be that of another release: entries can be missing and of
	 * other types
	 * @return maps, lists, texts, numbers and booleans; by default the reports below
	 * {@code processes}
	 */
	default Map<String, Object> merge(Map<String, Map<String, Object>> reports) {
		return Reports.byProcess(reports);
	}

	/**
	 * Returns how many commands {@link #merge} has sent to Redis in this process.
	 * @return the number since the start
	 */
	default long reads() {
		return 0;
	}

	/**
	 * Performs an action with further arguments.
	 * @param action one of {@link #actions()}
	 * @param name the name of the thing
	 * @param id id of a part of the instance, null for all
	 * @param arguments further arguments of the action
	 * @return the result, or null if there is no such instance
	 * @throws IllegalArgumentException if an argument is not possible here
	 */
	default @Nullable Map<String, Object> act(String action, String name, @Nullable String id,
			Map<String, Object> arguments) {
		return act(action, name, id);
	}

}
