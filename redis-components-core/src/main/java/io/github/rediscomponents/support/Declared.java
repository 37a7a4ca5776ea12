// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;

import io.github.rediscomponents.LiveSettings;

/**
 * The settings of the declared instances of one kind. The settings of an instance are one
 * object for its name, however often it is opened: they follow its declaration, and keep
 * their last value when it vanishes. One listener follows the declarations of all.
 *
 * @param <S> the settings of an instance, immutable
 * @since 1.0.0
 */
public final class Declared<S> {

	private final String parameter;

	private final String kind;

	private final LiveSettings<Map<String, S>> declared;

	private final Map<String, LiveSettings<S>> followed = new ConcurrentHashMap<>();

	/**
	 * Follows declarations of which all settings may change.
	 * @param kind the kind of declaration for messages, such as {@code recent list}
	 * @param declared the declarations by name
	 */
	public Declared(String kind, LiveSettings<Map<String, S>> declared) {
		this("name", kind, declared);
	}

	/**
	 * Follows declarations of which all settings may change.
	 * @param parameter how callers know the name, for messages
	 * @param kind the kind of declaration for messages
	 * @param declared the declarations by name
	 */
	public Declared(String parameter, String kind, LiveSettings<Map<String, S>> declared) {
		this(parameter, kind, declared, (present, next) -> next);
	}

	/**
	 * Follows declarations of which some settings are part of the stored data.
	 * @param kind the kind of declaration for messages, such as {@code recent list}
	 * @param declared the declarations by name
	 * @param change makes the settings that hold from the present ones and the next
	 * declaration
	 */
	public Declared(String kind, LiveSettings<Map<String, S>> declared, BinaryOperator<S> change) {
		this("name", kind, declared, change);
	}

	private Declared(String parameter, String kind, LiveSettings<Map<String, S>> declared, BinaryOperator<S> change) {
		this.parameter = parameter;
		this.kind = kind;
		this.declared = declared;
		declared.onChange((old, next) -> next.forEach((name, settings) -> {
			// Unlike get() this waits for a name that is being added with the old
			// settings.
			LiveSettings<S> own = this.followed.computeIfPresent(name, (known, same) -> same);
			if (own != null) {
				own.swap(change.apply(own.get(), settings));
			}
		}));
	}

	/**
	 * Returns the names of the declarations.
	 * @return as the settings have them now
	 */
	public Set<String> names() {
		return this.declared.get().keySet();
	}

	/**
	 * Returns the settings of a declaration.
	 * @param name the name of a declaration
	 * @return as they are declared now
	 * @throws IllegalArgumentException if there is no such declaration
	 */
	public S settings(String name) {
		Map<String, S> all = this.declared.get();
		S settings = all.get(Checks.notNull(this.parameter, name));
		if (settings == null) {
			throw new IllegalArgumentException(this.parameter + " is not a declared " + this.kind + ": " + name
					+ "; there are " + (all.isEmpty() ? "none" : new TreeSet<>(all.keySet())));
		}
		return settings;
	}

	/**
	 * Returns the settings of an instance, which follow its declaration.
	 * @param name the name of a declaration
	 * @return the same object for each call with this name
	 * @throws IllegalArgumentException if there is no such declaration
	 */
	public LiveSettings<S> follow(String name) {
		settings(name);
		return this.followed.computeIfAbsent(name, (added) -> new LiveSettings<>(settings(added)));
	}

}
