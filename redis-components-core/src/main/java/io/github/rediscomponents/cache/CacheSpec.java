// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.lang.reflect.Type;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.entry.CacheNames;
import io.github.rediscomponents.cache.entry.KeyText;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.support.Checks;

/**
 * Describes a cache in code: what its keys and values are. Immutable.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class CacheSpec<K, V> {

	private final String name;

	private final Class<?> keyType;

	private final Type valueType;

	private final Function<? super K, String> keyText;

	private final @Nullable ValueCodec<V> codec;

	private final @Nullable CacheSettings settings;

	private final @Nullable BloomFilter bloomFilter;

	private CacheSpec(String name, Class<?> keyType, Type valueType, Function<? super K, String> keyText,
			@Nullable ValueCodec<V> codec, @Nullable CacheSettings settings, @Nullable BloomFilter bloomFilter) {
		this.name = CacheNames.check(name);
		this.keyType = Checks.notNull("keyType", keyType);
		this.valueType = Checks.notNull("valueType", valueType);
		this.keyText = Checks.notNull("keyText", keyText);
		this.codec = codec;
		this.settings = settings;
		this.bloomFilter = bloomFilter;
	}

	/**
	 * Returns a cache whose keys have an obvious text: texts, numbers, enums, UUIDs,
	 * dates.
	 * @param name letters, digits, {@code -}, {@code _} and {@code .}, at most 128
	 * @param keyType the type of the keys
	 * @param valueType the type of the values
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @return the description
	 */
	public static <K, V> CacheSpec<K, V> of(String name, Class<K> keyType, Class<V> valueType) {
		return new CacheSpec<>(name, keyType, valueType, KeyText.OBVIOUS, null, null, null);
	}

	/**
	 * The same for values of a generic type.
	 * @param name see {@link #of(String, Class, Class)}
	 * @param keyType the type of the keys
	 * @param valueType the type of the values
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @return the description
	 */
	public static <K, V> CacheSpec<K, V> of(String name, Class<K> keyType, TypeRef<V> valueType) {
		return new CacheSpec<>(name, keyType, Checks.notNull("valueType", valueType).type(), KeyText.OBVIOUS, null,
				null, null);
	}

	/**
	 * With another text for the keys.
	 * @param changed makes a key's text; different keys must have different texts; the
	 * same function wherever the cache is asked for, such as that of one shared
	 * description
	 * @return a new description
	 */
	public CacheSpec<K, V> keyText(Function<? super K, String> changed) {
		return new CacheSpec<>(this.name, this.keyType, this.valueType, changed, this.codec, this.settings,
				this.bloomFilter);
	}

	/**
	 * With a codec of its own instead of the one that the settings choose.
	 * @param changed turns values into bytes; with a {@link ValueCodec#format() format}
	 * of its own, entries of other codecs are misses
	 * @return a new description
	 */
	public CacheSpec<K, V> codec(ValueCodec<V> changed) {
		return new CacheSpec<>(this.name, this.keyType, this.valueType, this.keyText, Checks.notNull("codec", changed),
				this.settings, this.bloomFilter);
	}

	/**
	 * With settings that stand in the code; the configured ones, and changes of them, do
	 * not apply to this cache then.
	 * @param changed the settings
	 * @return a new description
	 */
	public CacheSpec<K, V> settings(CacheSettings changed) {
		return new CacheSpec<>(this.name, this.keyType, this.valueType, this.keyText, this.codec,
				Checks.notNull("settings", changed), this.bloomFilter);
	}

	/**
	 * With a Bloom filter that is asked about a missing key before it is loaded, instead
	 * of the one that the settings name.
	 * @param changed has the text of every key that has a value
	 * @return a new description
	 */
	public CacheSpec<K, V> bloomFilter(BloomFilter changed) {
		return new CacheSpec<>(this.name, this.keyType, this.valueType, this.keyText, this.codec, this.settings,
				Checks.notNull("bloomFilter", changed));
	}

	public String name() {
		return this.name;
	}

	Class<?> keyType() {
		return this.keyType;
	}

	public Type valueType() {
		return this.valueType;
	}

	Function<? super K, String> keyText() {
		return this.keyText;
	}

	@Nullable ValueCodec<V> codec() {
		return this.codec;
	}

	@Nullable CacheSettings settings() {
		return this.settings;
	}

	@Nullable BloomFilter bloomFilter() {
		return this.bloomFilter;
	}

}
