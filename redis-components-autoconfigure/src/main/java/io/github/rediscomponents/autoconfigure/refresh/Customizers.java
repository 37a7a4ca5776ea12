// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.ResolvableType;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.support.Thrown;

/**
 * The customizers of the settings of one component.
 *
 * @param prefix the prefix of the component's properties
 * @param beans the customizers in their order
 * @param <S> the settings
 */
record Customizers<S>(String prefix, Supplier<Stream<SettingsCustomizer<S>>> beans) {

	static <S> Customizers<S> of(String prefix, ComponentProperties<S> properties, BeanFactory beans) {
		ResolvableType settings = ResolvableType.forInstance(properties).as(ComponentProperties.class).getGeneric();
		return new Customizers<>(prefix,
				() -> areNone(beans) ? Stream.empty()
						: beans
							.<SettingsCustomizer<S>>getBeanProvider(
									ResolvableType.forClassWithGenerics(SettingsCustomizer.class, settings))
							.orderedStream());
	}

	/**
	 * Returns whether no settings at all are customized. The container remembers the
	 * beans of a class, and looks through all beans for each type with type arguments.
	 */
	private static boolean areNone(BeanFactory beans) {
		return beans instanceof ListableBeanFactory all
				&& BeanFactoryUtils.beanNamesForTypeIncludingAncestors(all, SettingsCustomizer.class).length == 0;
	}

	S customize(S read) {
		S settings = read;
		for (SettingsCustomizer<S> customizer : this.beans.get().toList()) {
			settings = customize(customizer, settings);
		}
		return settings;
	}

	private S customize(SettingsCustomizer<S> customizer, S settings) {
		@Nullable S customized;
		try {
			customized = customizer.customize(settings);
		}
		catch (RuntimeException | LinkageError | AssertionError | StackOverflowError ex) {
			throw new InvalidPropertyException(this.prefix,
					"is customized by " + customizer.getClass().getName() + ", which failed: " + Thrown.message(ex),
					ex);
		}
		if (customized == null) {
			throw new InvalidPropertyException(this.prefix,
					"is customized by " + customizer.getClass().getName() + ", which returned null");
		}
		return customized;
	}

}
