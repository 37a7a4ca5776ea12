// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What the actuator endpoint {@code redisComponents} shows of one component. Beans of
 * this type are found by the endpoint.
 *
 * @since 0.1.0
 */
public interface RoomView {

	/**
	 * The component's part of the endpoint.
	 * @return lower case, such as {@code lock}
	 */
	String room();

	/**
	 * What the component does now. Sends nothing.
	 * @return made of maps, lists, texts, numbers and booleans
	 */
	Map<String, Object> overview();

	/**
	 * What Redis knows of one thing of the component.
	 * @param name its name
	 * @return null if the component does not know or have such a thing
	 */
	default @Nullable Map<String, Object> find(String name) {
		return null;
	}

	/**
	 * Takes a thing away from whoever holds it.
	 * @param name its name
	 * @param id which hold of it, null for all
	 * @return whether somebody held it
	 * @throws UnsupportedOperationException if the component holds nothing that could be
	 * taken away
	 * @throws IllegalArgumentException if {@code name} or {@code id} is not possible here
	 */
	default boolean release(String name, @Nullable String id) {
		throw new UnsupportedOperationException("Nothing of '" + room() + "' can be released");
	}

	/**
	 * What else an operator can do.
	 * @return the names of the actions, lower case
	 */
	default Set<String> actions() {
		return Set.of();
	}

	/**
	 * Does what an operator asks for.
	 * @param action one of {@link #actions()}
	 * @param name the name of the thing
	 * @param id which part of it, null for all
	 * @return what was done; null if the component does not know such a thing
	 * @throws IllegalArgumentException if {@code name} or {@code id} is not possible here
	 */
	default @Nullable Map<String, Object> act(String action, String name, @Nullable String id) {
		return null;
	}

}
