// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import org.springframework.core.env.Environment;

/**
 * The properties that take effect at start-up only.
 */
final class RestartOnly {

	private final Map<String, Optional<String>> single = new ConcurrentSkipListMap<>();

	private final List<FixedAtStart> fixed = new CopyOnWriteArrayList<>();

	private final Environment environment;

	RestartOnly(Environment environment) {
		this.environment = environment;
	}

	void add(String property) {
		this.single.putIfAbsent(property, Optional.ofNullable(PropertySettings.text(this.environment, property)));
	}

	void add(Supplier<Map<String, String>> reader) {
		this.fixed.add(new FixedAtStart(reader,
				PropertySettings.isSet(this.environment, "redis-components") ? reader.get() : Map.of()));
	}

	/**
	 * Returns the changed properties.
	 * @param unreadable receives each property whose present value cannot be read, such
	 * as a placeholder that names itself
	 * @return sorted by name
	 */
	List<String> changed(BiConsumer<String, RuntimeException> unreadable) {
		TreeSet<String> changed = new TreeSet<>();
		this.single.forEach((property, first) -> {
			try {
				if (!first.equals(Optional.ofNullable(PropertySettings.text(this.environment, property)))) {
					changed.add(property);
				}
			}
			catch (RuntimeException ex) {
				unreadable.accept(property, ex);
			}
		});
		this.fixed.stream().flatMap(FixedAtStart::changed).forEach(changed::add);
		return List.copyOf(changed);
	}

}
