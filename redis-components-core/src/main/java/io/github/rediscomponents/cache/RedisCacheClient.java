// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.github.rediscomponents.cache.engine.CacheAccess;
import io.github.rediscomponents.cache.engine.CacheCore;
import io.github.rediscomponents.cache.engine.Guarding;
import io.github.rediscomponents.cache.entry.CacheNames;
import io.github.rediscomponents.cache.entry.KeyText;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.loader.CacheLoader;
import io.github.rediscomponents.cache.store.CacheEnvironment;
import io.github.rediscomponents.cache.store.TransactionalWrites;
import io.github.rediscomponents.codec.TypeRef;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;
import org.jspecify.annotations.Nullable;

/**
 * {@link CacheClient} on Redis.
 */
final class RedisCacheClient implements CacheClient, CacheAccess.Clearing {

	private final CacheEnvironment env;

	private final ValueCodecs codecs;

	private final Map<CacheCodec, ValueCodecs> chosenCodecs = new ConcurrentHashMap<>();

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
		return core.get(id, text(name, id), loader, Guarding.ASKED);
	}

	@Override
	public void invalidate(String name, Object id) {
		Known known = this.caches.get(Checks.notNull("name", name));
		if (known != null) {
			known.checkText(name, KeyText.OBVIOUS);
		}
		writes(name).invalidate(text(name, id));
	}

	@Override
	public void invalidateTags(String name, String... tags) {
		long[] ids = TagIds.of(TagIds.checkInvalidated(tags));
		writes(name).invalidateTags(ids);
	}

	@Override
	public void clear(String name) {
		writes(name).clear();
	}

	@Override
	public void clearNow(String name) {
		writes(name).clearNow();
	}

	private TransactionalWrites writes(String name) {
		Known known = this.caches.get(Checks.notNull("name", name));
		return (known != null) ? known.core().writes() : this.env.untyped(CacheNames.check(name));
	}

	private static String text(String name, @Nullable Object id) {
		return Checks.hasLength("id", KeyText.of(id), RedisTypedCache.maxKeyLength(name));
	}

	private <V> CacheCore<V> core(CacheSpec<?, V> spec) {
		Known known = this.caches.computeIfAbsent(spec.name(), (name) -> create(spec));
		known.check(spec);
		return known.core();
	}

	private <V> Known create(CacheSpec<?, V> spec) {
		ValueCodec<V> own = spec.codec();
		Function<CacheCodec, ValueCodec<V>> chosen = (own != null) ? (choice) -> own
				: (choice) -> codecs(choice).codec(spec.valueType());
		CacheCore<V> core = CacheCore.create(spec.name(), spec.valueType(), chosen, spec.settings(), spec.bloomFilter(),
				this.env);
		return new Known(spec, core);
	}

	private ValueCodecs codecs(CacheCodec choice) {
		return this.chosenCodecs.computeIfAbsent(choice, (chosen) -> chosen.codecs(this.codecs));
	}

	@Override
	public List<Counts> activity() {
		// What local levels have counted is told once in a probe interval.
		return this.env.activity();
	}

	@Override
	public Optional<Entry> look(String name, Object id) {
		Known known = this.caches.get(CacheNames.check(name));
		String text = text(name, id);
		return this.env.look(name, text, known != null && known.core().isLocal(text));
	}

	@Override
	public LocalLevelState localLevelState() {
		return this.env.localLevelState();
	}

	@Override
	public List<LocalLevelStatus> localLevels() {
		return this.env.localLevels();
	}

	@Override
	public QueuedInvalidations queuedInvalidations() {
		return this.env.queuedInvalidations();
	}

	@Override
	public void close() {
		this.env.close();
	}

	/**
	 * A cache and what settled it.
	 */
	private static final class Known {

		private final CacheSpec<?, ?> spec;

		private final CacheCore<?> untyped;

		/** {@code Object} until the type of the keys is given. */
		private final AtomicReference<Class<?>> keyType;

		/**
		 * A new cache.
		 * @param spec the first description of it
		 * @param untyped the cache
		 */
		Known(CacheSpec<?, ?> spec, CacheCore<?> untyped) {
			this.spec = spec;
			this.untyped = untyped;
			this.keyType = new AtomicReference<>(spec.keyType());
		}

		/**
		 * Returns the cache, whose type was compared.
		 */
		@SuppressWarnings("unchecked")
		<V> CacheCore<V> core() {
			return (CacheCore<V>) this.untyped;
		}

		/**
		 * Returns whether keys of any obvious type mean the same entries.
		 */
		boolean isFor(Type valueType) {
			return this.spec.valueType() == valueType && this.spec.keyText() == KeyText.OBVIOUS;
		}

		void checkText(String name, Function<?, String> keyText) {
			// A lambda that is evaluated anew is another object of the same class.
			Checks.isTrue(keyText.getClass() == this.spec.keyText().getClass(), "name '" + name
					+ "' stands for a cache with another text of its keys already; share one CacheSpec");
		}

		void check(CacheSpec<?, ?> asked) {
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
			checkText(asked.name(), asked.keyText());
			this.keyType.compareAndSet(Object.class, asked.keyType());
			Class<?> keys = Objects.requireNonNull(this.keyType.get());
			Checks.isTrue(asked.keyType() == Object.class || asked.keyType() == keys,
					name + "with keys of " + keys.getName() + " already, not of " + asked.keyType().getName());
		}

	}

}
