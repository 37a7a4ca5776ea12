// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.function.UnaryOperator;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.LiveSettings;

/**
 * Bound properties and their settings.
 *
 * @param <P> the properties
 * @param <S> the settings
 */
final class Bound<P extends ComponentProperties<S>, S> {

	private final Environment environment;

	private final BeanFactory beans;

	private final String prefix;

	private final P properties;

	private final UnaryOperator<S> keeper;

	private final Customizers<S> customizers;

	private final LiveSettings<S> settings;

	private volatile boolean customized;

	Bound(Environment environment, BeanFactory beans, String prefix, P properties) {
		this.environment = environment;
		this.beans = beans;
		this.prefix = prefix;
		this.properties = properties;
		this.keeper = properties.keeper();
		this.customizers = Customizers.of(prefix, properties, beans);
		this.settings = new LiveSettings<>(convert(properties));
	}

	String prefix() {
		return this.prefix;
	}

	P properties() {
		return this.properties;
	}

	LiveSettings<S> settings() {
		return this.settings;
	}

	/** Whether a customizer changed what the properties say. */
	boolean isCustomized() {
		return this.customized;
	}

	private S convert(P read) {
		return PropertySettings.checked(this.prefix, () -> {
			read.check(this.beans);
			S declared = read.toSettings();
			S made = this.customizers.customize(declared);
			this.customized = !made.equals(declared);
			return this.keeper.apply(made);
		});
	}

	/**
	 * Binds and checks the properties, and swaps the settings.
	 * @return whether the settings changed
	 */
	@SuppressWarnings("unchecked") // The class of an object of the type.
	boolean refresh() {
		S next = convert(PropertySettings.bind(this.environment, this.prefix, (Class<P>) this.properties.getClass()));
		return this.settings.swap(next);
	}

}
