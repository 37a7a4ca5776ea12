package io.github.rediscomponents.cache;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;

/**
 * {@link CacheClient} on Redis.
 */
final class RedisCacheClient implements CacheClient {

	private final CacheEnvironment env;

	private final ValueCodecs codecs;

	private final Map<String, Known> caches = new ConcurrentHashMap<>();

	RedisCacheClient(CacheEnvironment env, ValueCodecs codecs) {
		this.env = env;
		this.codecs = codecs;
	}

	@Override
	public <V> TypedCache<String, V> cache(String name, Class<V> type) {
		return cache(CacheSpec.of(name, String.class, type));
	}

	@Override
	public <V> TypedCache<String, V> cache(String name, TypeRef<V> type) {
		return cache(CacheSpec.of(name, String.class, type));
	}

	@Override
	public <K, V> TypedCache<K, V> cache(CacheSpec<K, V> spec) {
		Checks.notNull("spec", spec);
		return new RedisTypedCache<>(core(spec), spec.keyText(), Guarding.ASKED);
	}

	@Override
	public <K, V> @Nullable V get(String name, K id, Class<V> type, CacheLoader<? super K, ? extends V> loader) {
		Checks.notNull("name", name);
		Checks.notNull("loader", loader);
		Known known = this.caches.get(name);
		CacheCore<V> core = (known != null && known.isFor(type)) ? known.core()
				: core(CacheSpec.of(name, Object.class, type));
		String text = Checks.hasLength("id", KeyText.of(id), RedisTypedCache.maxKeyLength(name));
		return core.get(id, text, loader, Guarding.ASKED);
	}

	private <V> CacheCore<V> core(CacheSpec<?, V> spec) {
		Known known = this.caches.computeIfAbsent(spec.name(), (name) -> create(spec));
		known.check(spec);
		return known.core();
	}

	private <V> Known create(CacheSpec<?, V> spec) {
		ValueCodec<V> own = spec.codec();
		CacheCore<V> core = new CacheCore<>(spec, (own != null) ? own : this.codecs.codec(spec.valueType()), this.env);
		this.env.events.add(core);
		return new Known(spec, core);
	}

	@Override
	public void close() {
		this.env.events.close();
	}

	/**
	 * A cache and what settled it.
	 */
	private static final class Known {

		private final CacheSpec<?, ?> spec;

		private final CacheCore<?> untyped;

		/** Object until somebody names the type of the keys. */
		private Class<?> keyType;

		/**
		 * A new cache.
		 * @param spec the first description of it
		 * @param untyped the cache
		 */
		Known(CacheSpec<?, ?> spec, CacheCore<?> untyped) {
			this.spec = spec;
			this.untyped = untyped;
			this.keyType = spec.keyType();
		}

		/**
		 * The cache, whose type was compared.
		 */
		@SuppressWarnings("unchecked")
		<V> CacheCore<V> core() {
			return (CacheCore<V>) this.untyped;
		}

		/**
		 * Whether keys of any obvious type mean the same entries.
		 */
		boolean isFor(Type valueType) {
			return this.spec.valueType() == valueType && this.spec.keyText() == KeyText.OBVIOUS;
		}

		synchronized void check(CacheSpec<?, ?> asked) {
			String name = "name '" + asked.name() + "' stands for a cache ";
			Type type = this.spec.valueType();
			Checks.isTrue(type.equals(asked.valueType()),
					name + "of " + type.getTypeName() + " already, not of " + asked.valueType().getTypeName());
			Checks.isTrue(asked.codec() == null || asked.codec() == this.spec.codec(),
					name + "with another codec already");
			Checks.isTrue(asked.settings() == null || asked.settings().equals(this.spec.settings()),
					name + "with other settings already");
			Checks.isTrue(asked.bloomFilter() == null || asked.bloomFilter() == this.spec.bloomFilter(),
					name + "with another Bloom filter already");
			// A lambda that is evaluated anew is another object of the same class.
			Checks.isTrue(asked.keyText().getClass() == this.spec.keyText().getClass(),
					name + "with another text of its keys already; share one CacheSpec");
			if (this.keyType == Object.class) {
				this.keyType = asked.keyType();
			}
			Checks.isTrue(asked.keyType() == Object.class || asked.keyType() == this.keyType,
					name + "with keys of " + this.keyType.getName() + " already, not of " + asked.keyType().getName());
		}

	}

}
