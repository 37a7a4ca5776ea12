package io.github.rediscomponents.autocomplete;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Makes {@link PrefixIndex}es, those that are declared by name in the configuration and
 * others. Sends nothing. Instances are safe for use by any number of threads; two indexes
 * of one name are two instances on the same entries.
 */
public final class PrefixIndexes {

	private static final int MAX_NAME = 512;

	private final RedisPort redis;

	private final KeySpace keys;

	private final ValueCodecs codecs;

	private final Declared<PrefixIndexSettings> declared;

	private PrefixIndexes(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, PrefixIndexSettings>> declared) {
		this.redis = redis;
		this.keys = keys;
		this.codecs = codecs;
		// Accents belong to what is stored.
		this.declared = new Declared<>("prefix index", declared,
				(present, next) -> next.withAccents(present.accents()));
	}

	/**
	 * Makes a factory.
	 * @param redis where the indexes live
	 * @param keys names their keys
	 * @param codecs turns payloads into bytes
	 * @param declared the declared indexes by name; an index whose declaration changes
	 * follows at once, but keeps how it treats accents, and one whose declaration
	 * vanishes keeps its last settings
	 * @return the factory
	 */
	public static PrefixIndexes create(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, PrefixIndexSettings>> declared) {
		return new PrefixIndexes(redis, keys, codecs, declared);
	}

	/**
	 * A declared index.
	 * @param name the name of a declaration
	 * @param payload the class of its payloads
	 * @param <P> the type of its payloads
	 * @return the index
	 * @throws IllegalArgumentException if no such index is declared
	 */
	public <P> PrefixIndex<P> index(String name, Class<P> payload) {
		return open(name, payload, this.declared.follow(name));
	}

	/**
	 * A declared index with payloads of a generic type.
	 * @param name the name of a declaration
	 * @param payload the type of its payloads
	 * @param <P> the type of its payloads
	 * @return the index
	 * @throws IllegalArgumentException if no such index is declared
	 */
	public <P> PrefixIndex<P> index(String name, TypeRef<P> payload) {
		return open(name, payload.type(), this.declared.follow(name));
	}

	/**
	 * A declared index whose payload type is only known at run time.
	 * @param name the name of a declaration
	 * @param payload the class or generic type of its payloads
	 * @return the index
	 * @throws IllegalArgumentException if no such index is declared
	 */
	public PrefixIndex<?> index(String name, Type payload) {
		return open(name, payload, this.declared.follow(name));
	}

	/**
	 * An index that needs no declaration.
	 * @param name its name, 1 to 512 characters
	 * @param payload the class of its payloads
	 * @param settings its settings, asked for with each call
	 * @param <P> the type of its payloads
	 * @return the index
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	public <P> PrefixIndex<P> index(String name, Class<P> payload, Supplier<PrefixIndexSettings> settings) {
		return open(name, payload, Checks.notNull("settings", settings));
	}

	private <P> PrefixIndex<P> open(String name, Type payload, Supplier<PrefixIndexSettings> settings) {
		Checks.hasLength("name", name, MAX_NAME);
		return new RedisPrefixIndex<>(this.redis, this.keys, name, this.codecs.codec(payload), settings);
	}

	/**
	 * The names of the declared indexes.
	 * @return as the settings have them now
	 */
	public Set<String> names() {
		return this.declared.names();
	}

	/**
	 * The settings of a declared index.
	 * @param name the name of a declaration
	 * @return as they are declared now
	 * @throws IllegalArgumentException if no such index is declared
	 */
	public PrefixIndexSettings settings(String name) {
		return this.declared.settings(name);
	}

}
