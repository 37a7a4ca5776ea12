package io.github.rediscomponents.filter;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Makes {@link BloomFilter}s, those that are declared by name in the configuration and
 * others. Making one sends nothing. Instances are safe for use by any number of threads;
 * a declared name always gives the same one, any other call a new one on the same bits.
 */
public final class BloomFilters {

	private static final int MAX_NAME = 500;

	private final RedisPort redis;

	private final KeySpace keys;

	private final Background background;

	private final Declared<BloomFilterSettings> declared;

	private final BloomFilterListener listener;

	private final Map<String, BloomFilter> made = new ConcurrentHashMap<>();

	private BloomFilters(RedisPort redis, KeySpace keys, Background background,
			LiveSettings<Map<String, BloomFilterSettings>> declared, BloomFilterListener listener) {
		this.redis = redis;
		this.keys = keys;
		this.background = background;
		// The others belong to what is stored.
		this.declared = new Declared<>("Bloom filter", declared,
				(present, next) -> present.withAlarmAt(next.alarmAt()).withSettle(next.settle()));
		this.listener = Listeners.quiet(BloomFilterListener.class, BloomFilterListener.NONE, listener);
	}

	/**
	 * Makes a factory.
	 * @param redis where the filters live
	 * @param keys names their keys
	 * @param background times the rebuilds
	 * @param declared the declared filters by name; one whose declaration changes takes
	 * over {@code alarm-at} and {@code settle} at once and keeps the rest, and one whose
	 * declaration vanishes keeps its last settings
	 * @param listener hears what happens, {@link BloomFilterListener#NONE} for nobody
	 * @return the factory
	 */
	public static BloomFilters create(RedisPort redis, KeySpace keys, Background background,
			LiveSettings<Map<String, BloomFilterSettings>> declared, BloomFilterListener listener) {
		return new BloomFilters(redis, keys, background, declared, listener);
	}

	/**
	 * A declared filter.
	 * @param name the name of a declaration
	 * @return the filter
	 * @throws IllegalArgumentException if no such filter is declared
	 */
	public BloomFilter filter(String name) {
		return this.made.computeIfAbsent(Checks.notNull("name", name),
				(missing) -> open(missing, this.declared.follow(missing)));
	}

	/**
	 * A filter that needs no declaration.
	 * @param name its name, 1 to 500 characters
	 * @param settings its settings
	 * @return the filter
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	public BloomFilter filter(String name, BloomFilterSettings settings) {
		Checks.notNull("settings", settings);
		return open(name, () -> settings);
	}

	/**
	 * The names of the declared filters.
	 * @return in the order of the alphabet
	 */
	public Set<String> names() {
		return new TreeSet<>(this.declared.names());
	}

	/**
	 * Whether the server has the commands of {@link BloomEngine#MODULE}. One command.
	 * @return false if it has not all of them
	 * @throws RedisUnavailableException if no answer came in time
	 * @throws RedisErrorException if Redis refused
	 */
	public boolean hasModule() {
		List<Object> found = this.redis
			.call((commands) -> commands.commandInfo("BF.RESERVE", "BF.INSERT", "BF.MEXISTS", "BF.INFO"));
		return found.stream().filter(BloomFilters::isKnown).count() == 4;
	}

	private static boolean isKnown(@Nullable Object command) {
		return command instanceof List<?> described && !described.isEmpty() && described.get(0) != null;
	}

	private BloomFilter open(String name, Supplier<BloomFilterSettings> settings) {
		Checks.hasLength("name", name, MAX_NAME);
		FilterStore store = new FilterStore(name, this.keys, settings);
		return new RedisBloomFilter(this.redis, this.background, store, this.listener,
				new FillWatch(store, this.listener));
	}

}
