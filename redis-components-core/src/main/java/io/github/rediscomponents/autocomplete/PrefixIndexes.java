// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.util.Map;
import java.util.Set;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The {@link PrefixIndex}es of an application, declared by name in the configuration or
 * not. Sends nothing. Instances are safe for use by any number of threads; two indexes of
 * one name are two instances on the same entries.
 *
 * @since 1.0.0
 */
public interface PrefixIndexes {

	/**
	 * Creates a registry.
	 * @param redis stores the indexes
	 * @param keys names their keys
	 * @param codecs turns payloads into bytes
	 * @param declared the declared indexes by name; an index follows changes of its
	 * declaration at once except for accents, and keeps its last settings when the
	 * declaration vanishes
	 * @return the registry
	 */
	static PrefixIndexes create(RedisPort redis, KeySpace keys, ValueCodecs codecs,
			LiveSettings<Map<String, PrefixIndexSettings>> declared) {
		return new RedisPrefixIndexes(CommandPort.of(redis), keys, codecs, declared);
	}

	/**
	 * Returns a declared index.
	 * @param name the name of a declaration
	 * @param payload the class of its payloads
	 * @param <P> the type of its payloads
	 * @return the index
	 * @throws IllegalArgumentException if no such index is declared
	 */
	default <P> PrefixIndex<P> get(String name, Class<P> payload) {
		return get(name, TypeRef.of(payload));
	}

	/**
	 * Returns a declared index with payloads of a generic type.
	 * @param name the name of a declaration
	 * @param payload the type of its payloads
	 * @param <P> the type of its payloads
	 * @return the index
	 * @throws IllegalArgumentException if no such index is declared
	 */
	<P> PrefixIndex<P> get(String name, TypeRef<P> payload);

	/**
	 * Returns an index that needs no declaration.
	 * @param name its name, 1 to 512 characters
	 * @param payload the class of its payloads
	 * @param settings its settings
	 * @param <P> the type of its payloads
	 * @return the index
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	<P> PrefixIndex<P> get(String name, Class<P> payload, PrefixIndexSettings settings);

	/**
	 * Returns the names of the declared indexes.
	 * @return the names that the settings have now
	 */
	Set<String> names();

	/**
	 * Returns the settings of a declared index.
	 * @param name the name of a declaration
	 * @return the settings that are declared now
	 * @throws IllegalArgumentException if no such index is declared
	 */
	PrefixIndexSettings settings(String name);

}
