// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;

/**
 * The declared message classes of queues at start-up.
 *
 * @param byName the class of each queue that declares one
 */
record DeclaredTypes(Map<String, Class<?>> byName) {

	/**
	 * Reads the classes from the properties of the queues.
	 */
	static DeclaredTypes of(String prefix, Map<String, ? extends TypedDeclaration> queues, BeanFactory beans) {
		Map<String, Class<?>> types = new HashMap<>();
		queues.forEach((name, queue) -> {
			String property = prefix + ".queues." + name;
			String type = queue.type();
			if (type != null) {
				types.put(name, TypedDeclaration.type(property, type, beans));
			}
		});
		return new DeclaredTypes(Map.copyOf(types));
	}

	@Nullable Class<?> of(String name) {
		return this.byName.get(name);
	}

}
