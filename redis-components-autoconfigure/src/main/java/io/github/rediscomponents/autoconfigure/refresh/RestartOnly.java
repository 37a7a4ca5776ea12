// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import org.springframework.core.env.Environment;

/**
 * The properties that take effect at start-up only.
 */
final class RestartOnly {

	private final Map<String, Single> single = new ConcurrentSkipListMap<>();

	/** Those of which no property was set at the start. */
	private final Queue<Supplier<Map<String, Boolean>>> unset = new ConcurrentLinkedQueue<>();

	private final List<FixedAtStart> fixed = new CopyOnWriteArrayList<>();

	private final Environment environment;

	RestartOnly(Environment environment) {
		this.environment = environment;
	}

	void add(String property) {
		Supplier<Optional<String>> text = text(property);
		this.single.putIfAbsent(property, new Single(text, text.get()));
	}

	/** Adds a property that was not set until now. */
	void addUnset(String property) {
		this.single.putIfAbsent(property, new Single(text(property), Optional.empty()));
	}

	private Supplier<Optional<String>> text(String property) {
		return () -> Optional.ofNullable(PropertySettings.text(this.environment, property));
	}

	/** Adds switches, with whether each is on while it is not set. */
	void addSwitches(Supplier<Map<String, Boolean>> switches) {
		if (PropertySettings.isSet(this.environment, "redis-components")) {
			switches.get().forEach((property, missing) -> {
				Supplier<Optional<String>> state = state(property, missing);
				this.single.putIfAbsent(property, new Single(state, state.get()));
			});
		}
		else {
			this.unset.add(switches);
		}
	}

	private void addUnsetSwitches() {
		for (Supplier<Map<String, Boolean>> next = this.unset.poll(); next != null; next = this.unset.poll()) {
			next.get()
				.forEach((property, missing) -> this.single.putIfAbsent(property,
						new Single(state(property, missing), Optional.of(missing.toString()))));
		}
	}

	private Supplier<Optional<String>> state(String property, boolean missing) {
		return () -> Optional.of(Boolean.toString(Switch.isOn(this.environment, property, missing)));
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
		addUnsetSwitches();
		TreeSet<String> changed = new TreeSet<>();
		this.single.forEach((property, present) -> {
			try {
				if (!present.first().equals(present.reader().get())) {
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

	/**
	 * A property.
	 *
	 * @param reader returns its present value
	 * @param first the value of the start
	 */
	private record Single(Supplier<Optional<String>> reader, Optional<String> first) {

	}

}
