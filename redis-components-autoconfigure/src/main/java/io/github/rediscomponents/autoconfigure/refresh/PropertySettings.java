// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

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
 * Ties live settings to the properties they come from. Properties are bound when their
 * settings are first needed; what is set anywhere is checked at the start, needed or not.
 *
 * @since 0.1.0
 */
public final class PropertySettings implements SmartInitializingSingleton {

	private final Environment environment;

	private final BeanFactory beans;

	/** The types of properties by their prefixes. */
	private final Map<String, Class<? extends ComponentProperties<?>>> types = new ConcurrentHashMap<>();

	/** What was bound, by prefix. */
	private final Map<String, Bound<?, ?>> bound = new ConcurrentHashMap<>();

	private final List<Runnable> checks = new CopyOnWriteArrayList<>();

	private final Map<String, Optional<String>> restartOnly = new ConcurrentSkipListMap<>();

	public PropertySettings(Environment environment, BeanFactory beans) {
		this.environment = environment;
		this.beans = beans;
	}

	/**
	 * Adds properties that are checked at the start if one of them is set, and that a
	 * refresh looks at.
	 * @param prefix where they are; nothing is checked below it while its {@code enabled}
	 * is false
	 * @param type the type of the properties
	 */
	public void add(String prefix, Class<? extends ComponentProperties<?>> type) {
		this.types.put(prefix, type);
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.types.forEach((prefix, type) -> {
			if (isEnabled(prefix) && isSet(this.environment, prefix)) {
				try {
					bound(prefix, type);
				}
				catch (RuntimeException ex) {
					throw new BeanInitializationException("The properties below " + prefix + " are invalid", ex);
				}
			}
		});
	}

	/**
	 * Returns the settings that properties make, kept up to date by each refresh.
	 * @param prefix where the properties are
	 * @param type their type
	 * @param <P> the properties
	 * @param <S> the settings
	 * @return the same live settings at each call
	 */
	@SuppressWarnings("unchecked") // What is bound at a prefix has the type of its
									// properties.
	public <P extends ComponentProperties<S>, S> LiveSettings<S> live(String prefix, Class<P> type) {
		return (LiveSettings<S>) bound(prefix, type).settings();
	}

	/**
	 * Returns properties as they were when they were first needed.
	 * @param prefix where the properties are
	 * @param type their type
	 * @param <P> the properties
	 * @return the properties
	 */
	public <P extends ComponentProperties<?>> P properties(String prefix, Class<P> type) {
		return type.cast(bound(prefix, type).properties());
	}

	private Bound<?, ?> bound(String prefix, Class<? extends ComponentProperties<?>> type) {
		Bound<?, ?> known = this.bound.get(prefix);
		return (known != null) ? known : bind(prefix, type, Binder.get(this.environment));
	}

	@SuppressWarnings({ "unchecked", "rawtypes" }) // The settings are those of the
													// properties.
	private Bound<?, ?> bind(String prefix, Class<? extends ComponentProperties<?>> type, Binder binder) {
		Bound<?, ?> made = new Bound(this, prefix, binder.bindOrCreate(prefix, Bindable.of(type), strict()));
		made.properties().restartOnly().map((name) -> prefix + '.' + name).forEach(this::restartOnly);
		Bound<?, ?> other = this.bound.putIfAbsent(prefix, made);
		return (other != null) ? other : made;
	}

	/**
	 * Looks at properties that were not needed yet and are set now: they were not at the
	 * start, so that defaults held until now.
	 */
	List<Bound<?, ?>> refreshables() {
		this.types.forEach((prefix, type) -> {
			if (!this.bound.containsKey(prefix) && isEnabled(prefix) && isSet(this.environment, prefix)) {
				bind(prefix, type, new Binder(List.of()));
			}
		});
		return this.bound.values().stream().sorted(Comparator.comparing(Bound::prefix)).toList();
	}

	/**
	 * Whether a component is not switched off.
	 * @param environment where the properties are
	 * @param prefix the prefix of the component
	 * @return true unless {@code enabled} is false
	 */
	public static boolean isEnabled(Environment environment, String prefix) {
		return environment.getProperty(prefix + ".enabled", Boolean.class, true);
	}

	/**
	 * Whether a component is not switched off.
	 * @param prefix the prefix of the component
	 * @return true unless {@code enabled} is false
	 */
	public boolean isEnabled(String prefix) {
		return isEnabled(this.environment, prefix);
	}

	/**
	 * Whether something is set at or below a prefix.
	 * @param environment where the properties are
	 * @param prefix what their names begin with
	 * @return false only if it is certain that nothing is
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
	 * Binds properties as start-up does.
	 * @param environment where they are
	 * @param prefix what their names begin with
	 * @param type makes a fresh properties object
	 * @param <P> the properties
	 * @return the properties, with defaults where nothing is set
	 */
	public static <P> P bind(Environment environment, String prefix, Class<P> type) {
		return Binder.get(environment).bindOrCreate(prefix, Bindable.of(type), strict());
	}

	/**
	 * Binds what properties declare by name, as start-up does.
	 * @param environment where the properties are
	 * @param declarations the property below which the entries are
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
	 * Declares a property whose change needs a restart, so that a refresh can say so.
	 * @param property its name
	 */
	public void restartOnly(String property) {
		this.restartOnly.putIfAbsent(property, Optional.ofNullable(this.environment.getProperty(property)));
	}

	/**
	 * Returns a handler that rejects unknown keys, as Boot does for properties that do
	 * not ignore unknown fields.
	 */
	private static BindHandler strict() {
		return handler(new NoUnboundElementsBindHandler(new IgnoreTopLevelConverterNotFoundBindHandler(),
				new UnboundElementsSourceFilter()));
	}

	/**
	 * Adds the rules of all properties of the components: durations have units, and an
	 * entry has keys and no value.
	 * @param parent binds the rest
	 * @return the handler
	 */
	public static BindHandler handler(BindHandler parent) {
		return new EntryBindHandler(new UnitsBindHandler(parent));
	}

	/**
	 * Adds a check of the whole configuration, which each refresh repeats. What it
	 * refuses is reported and changes nothing.
	 * @param check throws {@link InvalidPropertyException}
	 */
	public void checkAtRefresh(Runnable check) {
		this.checks.add(check);
	}

	List<Runnable> checks() {
		return this.checks;
	}

	/**
	 * The properties that differ from what the application started with although they
	 * need a restart.
	 * @return their names
	 */
	List<String> waitingForRestart() {
		return this.restartOnly.entrySet()
			.stream()
			.filter((entry) -> !entry.getValue()
				.equals(Optional.ofNullable(this.environment.getProperty(entry.getKey()))))
			.map(Map.Entry::getKey)
			.toList();
	}

	/**
	 * Runs a conversion and names the property when it is refused. The messages of our
	 * settings begin with the name of the record's component, which is the last part of
	 * the property's name.
	 * @param prefix where the properties are, or the property itself
	 * @param conversion what may throw {@link IllegalArgumentException}
	 * @param <T> what it makes
	 * @return what it made
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
	 * Runs a conversion for each entry and names its property when it is refused.
	 * @param prefix the property below which the entries are
	 * @param entries the properties of each entry by name
	 * @param conversion what may throw {@link IllegalArgumentException}
	 * @param <P> the properties of one entry
	 * @param <S> what they are converted to
	 * @return what it made of each entry, in the same order; immutable
	 */
	public static <P, S> Map<String, S> checkedAll(String prefix, Map<String, P> entries, Function<P, S> conversion) {
		Map<String, S> converted = new LinkedHashMap<>();
		entries.forEach((name, properties) -> converted.put(name,
				checked(prefix + '.' + name, () -> conversion.apply(properties))));
		return Collections.unmodifiableMap(converted);
	}

	/**
	 * Refuses names that cannot stand before a colon in a key.
	 * @param prefix the property below which the entries are
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

	/**
	 * Properties that were bound, and the settings that they make.
	 *
	 * @param <P> the properties
	 * @param <S> the settings
	 */
	static final class Bound<P extends ComponentProperties<S>, S> {

		private final PropertySettings all;

		private final String prefix;

		private final P properties;

		private final UnaryOperator<S> keeper;

		private final LiveSettings<S> settings;

		private Bound(PropertySettings all, String prefix, P properties) {
			this.all = all;
			this.prefix = prefix;
			this.properties = properties;
			this.keeper = properties.keeper();
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

		private S convert(P read) {
			return checked(this.prefix, () -> {
				read.check(this.all.beans);
				return this.keeper.apply(read.toSettings());
			});
		}

		/**
		 * Binds, checks and swaps.
		 * @return what changed, or null
		 */
		@SuppressWarnings("unchecked") // The class of an object of the type.
		@Nullable String refresh() {
			S old = this.settings.get();
			S next = convert(
					PropertySettings.bind(this.all.environment, this.prefix, (Class<P>) this.properties.getClass()));
			return this.settings.swap(next) ? old + " -> " + next : null;
		}

	}

}
