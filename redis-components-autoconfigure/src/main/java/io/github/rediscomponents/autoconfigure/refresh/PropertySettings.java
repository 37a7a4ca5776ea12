// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanInitializationException;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.IgnoreTopLevelConverterNotFoundBindHandler;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;

/**
 * Binds live settings to properties. Properties are bound when their settings are first
 * used. All properties that are set are checked at start-up, including those of unused
 * components.
 *
 * @since 1.0.0
 */
public final class PropertySettings implements SmartInitializingSingleton {

	private final Environment environment;

	private final BeanFactory beans;

	/** The types of properties by their prefixes. Read if a property is set. */
	private final List<Supplier<Map<String, Class<? extends ComponentProperties<?>>>>> types = new CopyOnWriteArrayList<>();

	/** Bound properties by prefix. */
	private final Map<String, Bound<?, ?>> bound = new ConcurrentHashMap<>();

	private final List<Runnable> checks = new CopyOnWriteArrayList<>();

	private final RestartOnly restartOnly;

	public PropertySettings(Environment environment, BeanFactory beans) {
		this.environment = environment;
		this.beans = beans;
		this.restartOnly = new RestartOnly(environment);
	}

	/**
	 * Adds properties that are checked at start-up if one of them is set, and bound again
	 * by each refresh. Nothing below a prefix whose {@code enabled} is false is checked.
	 * @param some returns their types by prefix; called only if a property is set
	 */
	public void add(Supplier<Map<String, Class<? extends ComponentProperties<?>>>> some) {
		this.types.add(some);
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (isSet(this.environment, "redis-components")) {
			this.types.forEach((some) -> some.get().forEach(this::check));
		}
	}

	private void check(String prefix, Class<? extends ComponentProperties<?>> type) {
		if (isEnabled(prefix) && isSet(this.environment, prefix)) {
			try {
				bound(prefix, type);
			}
			catch (RuntimeException ex) {
				throw new BeanInitializationException("The properties below " + prefix + " are invalid", ex);
			}
		}
	}

	/**
	 * Returns the settings of properties, updated by each refresh.
	 * @param prefix the prefix of the properties
	 * @param type the type of the properties
	 * @param <P> the properties
	 * @param <S> the settings
	 * @return the same live settings at each call
	 */
	@SuppressWarnings("unchecked") // They are those of the properties.
	public <P extends ComponentProperties<S>, S> LiveSettings<S> live(String prefix, Class<P> type) {
		return (LiveSettings<S>) bound(prefix, type).settings();
	}

	/**
	 * Returns properties with the values of their first use.
	 * @param prefix the prefix of the properties
	 * @param type the type of the properties
	 * @param <P> the properties
	 * @return the properties
	 */
	public <P extends ComponentProperties<?>> P properties(String prefix, Class<P> type) {
		return type.cast(bound(prefix, type).properties());
	}

	Environment environment() {
		return this.environment;
	}

	Stream<String> customized() {
		return this.bound.values().stream().filter(Bound::isCustomized).map(Bound::prefix);
	}

	private Bound<?, ?> bound(String prefix, Class<? extends ComponentProperties<?>> type) {
		Bound<?, ?> known = this.bound.get(prefix);
		return (known != null) ? known : bind(prefix, type, Binder.get(this.environment), this::restartOnly);
	}

	@SuppressWarnings({ "unchecked", "rawtypes" }) // They are those of the properties.
	private Bound<?, ?> bind(String prefix, Class<? extends ComponentProperties<?>> type, Binder binder,
			Consumer<String> restartOnly) {
		Bound<?, ?> made = new Bound(this.environment, this.beans, prefix,
				binder.bindOrCreate(prefix, Bindable.of(type), strict()));
		made.properties().restartOnly().map((name) -> prefix + '.' + name).forEach(restartOnly);
		Bound<?, ?> other = this.bound.putIfAbsent(prefix, made);
		return (other != null) ? other : made;
	}

	/**
	 * Returns the bound properties, those that refer to others last, including those that
	 * have been set since start-up. Unused properties that were not set at start-up are
	 * bound with their defaults first, which have applied until now.
	 * @param invalid receives the prefix of those that cannot be bound
	 */
	List<Bound<?, ?>> refreshables(BiConsumer<String, RuntimeException> invalid) {
		this.types.forEach((some) -> some.get().forEach((prefix, type) -> {
			try {
				if (!this.bound.containsKey(prefix) && isEnabled(prefix) && isSet(this.environment, prefix)) {
					bind(prefix, type, new Binder(List.of()), this.restartOnly::addUnset);
				}
			}
			catch (RuntimeException ex) {
				invalid.accept(prefix, ex);
			}
		}));
		return this.bound.values()
			.stream()
			.sorted(Comparator.<Bound<?, ?>, Boolean>comparing((one) -> one.properties().refersToOthers())
				.thenComparing(Bound::prefix))
			.toList();
	}

	/**
	 * Returns whether a component is enabled.
	 * @param environment the environment
	 * @param prefix the prefix of the component
	 * @return true unless {@code enabled} is false
	 */
	public static boolean isEnabled(Environment environment, String prefix) {
		return Switch.isOn(environment, prefix + ".enabled");
	}

	/**
	 * Returns whether a component is enabled. One that was used with {@code enabled}
	 * stays so until the next start.
	 * @param prefix the prefix of the component
	 * @return true unless {@code enabled} is false
	 */
	public boolean isEnabled(String prefix) {
		return this.bound.containsKey(prefix) || isEnabled(this.environment, prefix);
	}

	/**
	 * Returns whether a property is set at or below a prefix.
	 * @param environment the environment
	 * @param prefix the prefix of the properties
	 * @return false only if it is certain that none is set
	 */
	public static boolean isSet(Environment environment, String prefix) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(prefix);
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source.containsDescendantOf(name) != ConfigurationPropertyState.ABSENT
					|| source.getConfigurationProperty(name) != null) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns the text of a property.
	 * @param environment the environment
	 * @param property the name of the property
	 * @return null if it is not set
	 * @throws InvalidPropertyException if a placeholder in it cannot be resolved
	 */
	public static @Nullable String text(Environment environment, String property) {
		try {
			return environment.getProperty(property);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidPropertyException(property, "must be readable: " + ex.getMessage(), ex);
		}
	}

	/**
	 * Binds properties by the rules of start-up.
	 * @param environment the environment
	 * @param prefix the prefix of the properties
	 * @param type the type of the properties
	 * @param <P> the properties
	 * @return the properties, with defaults where nothing is set
	 */
	public static <P> P bind(Environment environment, String prefix, Class<P> type) {
		return Binder.get(environment).bindOrCreate(prefix, Bindable.of(type), strict());
	}

	/**
	 * Binds the declarations of a component by the rules of start-up.
	 * @param environment the environment
	 * @param declarations the property that contains the entries
	 * @param type the properties of one entry
	 * @param <P> the properties of one entry
	 * @return the entries by name
	 */
	public static <P> Map<String, P> entries(Environment environment, String declarations, Class<P> type) {
		if (!isSet(environment, declarations)) {
			return Map.of();
		}
		return Binder.get(environment)
			.bind(declarations, Bindable.mapOf(String.class, type), handler(BindHandler.DEFAULT))
			.orElseGet(Map::of);
	}

	/**
	 * Declares a property that takes effect at start-up only. A refresh reports its
	 * change.
	 * @param property the name of the property
	 */
	public void restartOnly(String property) {
		this.restartOnly.add(property);
	}

	/**
	 * Declares properties that take effect at start-up only, including those that are
	 * added or removed. A refresh reports their changes.
	 * @param reader returns the present values by the name of the property
	 */
	public void restartOnly(Supplier<Map<String, String>> reader) {
		this.restartOnly.add(reader);
	}

	/**
	 * Declares switches that take effect at start-up only. A refresh reports their
	 * changes.
	 * @param switches returns whether each is on while it is not set, by the name of the
	 * property; called only if a property is set
	 */
	public void switchedAtStart(Supplier<Map<String, Boolean>> switches) {
		this.restartOnly.addSwitches(switches);
	}

	/**
	 * Returns a handler that rejects unknown keys, like Boot's for properties that do not
	 * ignore unknown fields.
	 */
	private static BindHandler strict() {
		return handler(new NoUnboundElementsBindHandler(new IgnoreTopLevelConverterNotFoundBindHandler(),
				new UnboundElementsSourceFilter()));
	}

	/**
	 * Adds the rules for all properties of the components: a duration has a unit, an
	 * entry has one spelling and keys instead of a value, and each placeholder is
	 * resolved.
	 * @param parent the handler to call next
	 * @return the handler
	 */
	public static BindHandler handler(BindHandler parent) {
		return new EntryBindHandler(new SpellingBindHandler(new UnitsBindHandler(new PlaceholderBindHandler(parent))));
	}

	/**
	 * Adds a check of the whole configuration that each refresh repeats. Its failures are
	 * reported and do not change settings.
	 * @param check a check that throws {@link InvalidPropertyException}
	 */
	public void checkAtRefresh(Runnable check) {
		this.checks.add(check);
	}

	List<Runnable> checks() {
		return this.checks;
	}

	/**
	 * Returns the changed properties that take effect at the next start-up.
	 * @param unreadable receives each property whose present value cannot be read
	 * @return the names of the properties
	 */
	List<String> waitingForRestart(BiConsumer<String, RuntimeException> unreadable) {
		return this.restartOnly.changed(unreadable);
	}

	/**
	 * Runs a conversion and adds the name of the property to its exception. Messages of
	 * settings records begin with the name of the record component, which is the last
	 * part of the property's name.
	 * @param prefix the prefix of the properties, or the property itself
	 * @param conversion a conversion that may throw {@link IllegalArgumentException}
	 * @param <T> the result type
	 * @return the result of the conversion
	 */
	public static <T> T checked(String prefix, Supplier<T> conversion) {
		try {
			return conversion.get();
		}
		catch (InvalidPropertyException ex) {
			throw ex;
		}
		catch (IllegalArgumentException ex) {
			throw InvalidPropertyException.of(prefix, ex);
		}
	}

	/**
	 * Runs a conversion for each entry and adds the name of the property to its
	 * exception.
	 * @param prefix the property that contains the entries
	 * @param entries the properties of each entry by name
	 * @param conversion a conversion that may throw {@link IllegalArgumentException}
	 * @param <P> the properties of one entry
	 * @param <S> the result type
	 * @return an immutable map of the results in the order of the entries
	 */
	public static <P, S> Map<String, S> checkedAll(String prefix, Map<String, P> entries, Function<P, S> conversion) {
		Map<String, S> converted = new LinkedHashMap<>();
		entries.forEach((name, properties) -> converted.put(name,
				checked(prefix + '.' + name, () -> conversion.apply(properties))));
		return Collections.unmodifiableMap(converted);
	}

	/**
	 * Rejects names that cannot precede a colon in a key.
	 * @param prefix the property that contains the entries
	 * @param names the names of the entries
	 */
	public static void checkNames(String prefix, Set<String> names) {
		for (String name : names) {
			if (name.length() > 200 || name.indexOf(':') >= 0) {
				throw new InvalidPropertyException(prefix + '.' + name,
						"must have a name of at most 200 characters without a colon");
			}
		}
	}

}
