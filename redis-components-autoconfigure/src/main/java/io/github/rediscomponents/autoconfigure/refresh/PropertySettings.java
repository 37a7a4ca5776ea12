package io.github.rediscomponents.autoconfigure.refresh;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.IgnoreTopLevelConverterNotFoundBindHandler;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.support.LiveSettings;

/**
 * Ties live settings to the properties they come from. A refresh binds fresh properties
 * objects and never looks at the properties beans, which others may be refilling at the
 * same moment.
 */
public final class PropertySettings {

	private final Environment environment;

	private final List<Refreshable> refreshables = new CopyOnWriteArrayList<>();

	private final List<Runnable> checks = new CopyOnWriteArrayList<>();

	private final Map<String, @Nullable String> restartOnly = new LinkedHashMap<>();

	public PropertySettings(Environment environment) {
		this.environment = environment;
	}

	/**
	 * Makes settings from properties and keeps them up to date.
	 * @param prefix where the properties are
	 * @param properties what start-up bound
	 * @param type makes a fresh properties object
	 * @param convert turns properties into settings; throws
	 * {@link IllegalArgumentException} for bad ones
	 * @param <P> the properties
	 * @param <S> the settings
	 * @return live settings
	 */
	public <P, S> LiveSettings<S> live(String prefix, P properties, Class<P> type, Function<P, S> convert) {
		LiveSettings<S> settings = new LiveSettings<>(checked(prefix, () -> convert.apply(properties)));
		this.refreshables.add(new Refreshable(prefix, () -> {
			P fresh = bind(this.environment, prefix, type);
			S next = checked(prefix, () -> convert.apply(fresh));
			S old = settings.get();
			return settings.swap(next) ? old + " -> " + next : null;
		}));
		return settings;
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
		return Binder.get(environment)
			.bind(declarations, Bindable.mapOf(String.class, type), handler(BindHandler.DEFAULT))
			.orElseGet(Map::of);
	}

	/**
	 * Declares a property whose change needs a restart, so that a refresh can say so.
	 * @param property its name
	 */
	public void restartOnly(String property) {
		this.restartOnly.put(property, this.environment.getProperty(property));
	}

	/**
	 * As Boot binds properties that do not ignore unknown fields: a key that nobody knows
	 * is refused, because it is one that somebody believes in.
	 */
	private static BindHandler strict() {
		return handler(new NoUnboundElementsBindHandler(new IgnoreTopLevelConverterNotFoundBindHandler(),
				new UnboundElementsSourceFilter()));
	}

	/**
	 * Adds what holds for all properties of the components: durations have units, and an
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

	List<Refreshable> refreshables() {
		return this.refreshables;
	}

	/**
	 * The properties that differ from what the application started with although they
	 * need a restart.
	 * @return their names
	 */
	List<String> waitingForRestart() {
		return this.restartOnly.entrySet()
			.stream()
			.filter((
					entry) -> !java.util.Objects.equals(entry.getValue(), this.environment.getProperty(entry.getKey())))
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
	 * Settings that can be bound again.
	 *
	 * @param prefix where their properties are
	 * @param refresh binds, checks and swaps; returns what changed, or null
	 */
	record Refreshable(String prefix, Supplier<@Nullable String> refresh) {

	}

}
