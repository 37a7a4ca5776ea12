// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.springframework.cache.interceptor.CacheResolver;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.entry.CacheNames;

/**
 * {@link RedisComponentsCacheManager} over a {@link CacheClient}.
 */
final class ClientCacheManager implements RedisComponentsCacheManager {

	private final CacheClient client;

	private final ValueTypes types;

	private final Supplier<? extends Collection<String>> declared;

	private final DescribedTypes described;

	private final Map<String, ClientCache> caches = new ConcurrentHashMap<>();

	private final CacheResolver resolver = new ReadCacheResolver(this);

	ClientCacheManager(CacheClient client, ValueTypes types, Supplier<? extends Collection<String>> declared,
			DescribedTypes described) {
		this.client = client;
		this.types = types;
		this.declared = declared;
		this.described = described;
	}

	@Override
	public ClientCache getCache(String name) {
		ClientCache known = this.caches.get(name);
		return (known != null) ? known : this.caches.computeIfAbsent(CacheNames.check(name), this::create);
	}

	private ClientCache create(String name) {
		return new ClientCache(new CacheBinding(name, this.client, this.types, this.described));
	}

	@Override
	public Collection<String> getCacheNames() {
		Set<String> names = new TreeSet<>(this.declared.get());
		names.addAll(this.caches.keySet());
		return Collections.unmodifiableSet(names);
	}

	@Override
	public CacheResolver resolver() {
		return this.resolver;
	}

}
