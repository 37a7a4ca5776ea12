// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.lang.reflect.Type;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.cache.AsyncTypedCache;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.engine.AsyncAccess;
import io.github.rediscomponents.cache.engine.CacheAccess;
import io.github.rediscomponents.cache.load.AnyValue;
import io.github.rediscomponents.codec.TypeRef;

/**
 * Binds a name to a cache of the client when the cache is first used. Before, the
 * application may still ask the client for a cache of that name and another type.
 */
final class CacheBinding {

	private final String name;

	private final CacheClient client;

	private final ValueTypes types;

	private final DescribedTypes described;

	private volatile @Nullable Bound bound;

	CacheBinding(String name, CacheClient client, ValueTypes types, DescribedTypes described) {
		this.name = name;
		this.client = client;
		this.types = types;
		this.described = described;
	}

	String name() {
		return this.name;
	}

	CacheClient client() {
		return this.client;
	}

	/**
	 * Removes all entries at once, also inside a transaction, without settling the type
	 * of the cache.
	 */
	void clear() {
		if (this.client instanceof CacheAccess.Clearing now) {
			now.clearNow(this.name);
		}
		else {
			this.client.clear(this.name);
		}
	}

	/**
	 * Returns the cache. Threads that meet here get the same entries.
	 */
	Bound get() {
		Bound known = this.bound;
		if (known == null) {
			known = bind();
			this.bound = known;
		}
		return known;
	}

	@SuppressWarnings("unchecked") // Values are checked before they are given to it.
	private Bound bind() {
		Type type = this.types.of(this.name);
		CacheSpec<Object, Object> spec = CacheSpec.of(this.name, Object.class,
				(TypeRef<Object>) TypeRef.of((type != null) ? boxed(type) : DescribedValue.class));
		TypedCache<Object, Object> cache = this.client
			.cache((type != null) ? spec : spec.codec(this.described.codec()));
		if (!(cache instanceof CacheAccess.Owner<?> owner)) {
			throw new IllegalArgumentException("client must be one that CacheClient.create made");
		}
		return new Bound(cache, cache.async(), (CacheAccess<Object>) owner.access(),
				(AsyncAccess<Object>) owner.asyncAccess(), (type != null) ? boxed(type) : null);
	}

	private static Type boxed(Type type) {
		return (type instanceof Class<?> one) ? ClassUtils.resolvePrimitiveIfNecessary(one) : type;
	}

	/**
	 * Checks a value before anything is sent.
	 * @return the value
	 */
	<T> @Nullable T checked(@Nullable T value) {
		if (value == null) {
			return null;
		}
		Type type = get().type();
		if (type == null) {
			this.described.check(this.name, value);
		}
		else if (!ResolvableType.forType(type).toClass().isInstance(value)) {
			throw new IllegalArgumentException("value of cache '" + this.name + "' must be a " + type.getTypeName()
					+ ", was a " + value.getClass().getName()
					+ "; use another cache, or declare the common type as redis-components.cache.caches." + this.name
					+ ".type");
		}
		return value;
	}

	/**
	 * A cache of the client.
	 *
	 * @param cache the cache
	 * @param async the same without threads that wait
	 * @param access what its interface does not have
	 * @param found the same without threads that wait
	 * @param type the type of the values; null if each entry names it
	 */
	record Bound(TypedCache<Object, Object> cache, AsyncTypedCache<Object, Object> async, CacheAccess<Object> access,
			AsyncAccess<Object> found, @Nullable Type type) {
	}

	/**
	 * Stands for the type of values whose entries name their class. Its name is part of
	 * the fingerprint of such entries.
	 */
	interface DescribedValue extends AnyValue {

	}

}
