// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

import io.github.rediscomponents.autoconfigure.Servers;

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
		if (defined().length == 0) {
			return;
		}
		Servers servers = servers();
		if (servers == null) {
			gauge(registry, name, tags, this::existing, value);
			return;
		}
		for (String server : servers.names()) {
			gauge(registry, name, tags.and(ServerMeters.TAG, server),
					() -> Stream.ofNullable(servers.used(this.type).get(server)), value);
		}
	}

	private static <T> void gauge(MeterRegistry registry, String name, Tags tags, Supplier<Stream<T>> used,
			ToDoubleFunction<T> value) {
		Gauge.builder(name, used, (all) -> all.get().mapToDouble(value).sum())
			.tags(tags)
			.strongReference(true)
			.register(registry);
	}

	/**
	 * Returns the tag of the server of an instance.
	 * @param servers the servers, null if there is one only
	 * @param type the type of the component
	 * @param instance the name of the instance
	 */
	static Tags tags(@Nullable Servers servers, Class<?> type, String instance) {
		return (servers != null) ? Tags.of(ServerMeters.TAG, servers.server(type, instance)) : Tags.empty();
	}

	/** Returns those that exist already by the name of their server. */
	Map<String, T> byServer() {
		Servers servers = servers();
		if (servers != null) {
			return servers.used(this.type);
		}
		return existing().findFirst().map((one) -> Map.of(Servers.DEFAULT, one)).orElseGet(Map::of);
	}

	private @Nullable Servers servers() {
		return this.beans.getBeanProvider(Servers.class).getIfAvailable();
	}

	/** Returns those that exist already, whatever their server. */
	Stream<T> existing() {
		return Stream.of(defined())
			.filter(this.beans::containsSingleton)
			.map((name) -> this.beans.getBean(name, this.type));
	}

	private String[] defined() {
		return this.beans.getBeanNamesForType(this.type, false, false);
	}

}
