// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.stream.Stream;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Beans that look up others instead of having them injected. Spring does not know what
 * these need when it destroys them.
 */
final class Dependents {

	private Dependents() {
	}

	/**
	 * Lets a bean, and those that depend on it, be destroyed before others.
	 * @param beans the beans of the context
	 * @param dependent the name of the bean
	 * @param types the types of those that it looks up
	 */
	static void register(ConfigurableListableBeanFactory beans, String dependent, Class<?>... types) {
		Stream.of(types)
			.flatMap((type) -> Stream.of(beans.getBeanNamesForType(type, true, false)))
			.forEach((name) -> beans.registerDependentBean(name, dependent));
	}

}
