// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The beans of a type that the application uses. A gauge over them does not create a lazy
 * bean: a scrape of a component that nothing injects costs nothing and reads 0.
 *
 * @param beans the bean factory
 * @param type the type of the beans
 * @param <T> the type of the beans
 */
record UsedBeans<T>(ConfigurableListableBeanFactory beans, Class<T> type) {

	/** Registers the sum over these beans if a bean of the type is defined. */
	void gauge(MeterRegistry registry, String name, ToDoubleFunction<T> value) {
		gauge(registry, name, Tags.empty(), value);
	}

	void gauge(MeterRegistry registry, String name, Tags tags, ToDoubleFunction<T> value) {
		if (defined().length > 0) {
			Gauge.builder(name, this, (all) -> all.stream().mapToDouble(value).sum())
				.tags(tags)
				.strongReference(true)
				.register(registry);
		}
	}

	/** Returns those of these beans that exist already. */
	Stream<T> stream() {
		return Stream.of(defined())
			.filter(this.beans::containsSingleton)
			.map((name) -> this.beans.getBean(name, this.type));
	}

	private String[] defined() {
		return this.beans.getBeanNamesForType(this.type, false, false);
	}

}
