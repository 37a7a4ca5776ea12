// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Checks;

/**
 * Builds a {@link RedisComponentsCacheManager}.
 *
 * @since 1.0.0
 */
public final class CacheManagerBuilder {

	private final CacheClient client;

	private ValueCodecs codecs = ValueCodecs.json();

	private ValueTypes types = ValueTypes.NONE;

	private Supplier<? extends Collection<String>> declared = Set::of;

	private List<String> trustedPackages = List.of();

	private @Nullable ClassLoader classLoader = ClassUtils.getDefaultClassLoader();

	CacheManagerBuilder(CacheClient client) {
		this.client = client;
	}

	/**
	 * Sets the codecs of caches whose value type is not known; JSON by default.
	 * @param changed the codecs
	 * @return this builder
	 */
	public CacheManagerBuilder codecs(ValueCodecs changed) {
		this.codecs = Checks.notNull("codecs", changed);
		return this;
	}

	/**
	 * Sets what knows the types of values; nothing by default.
	 * @param changed the types
	 * @return this builder
	 */
	public CacheManagerBuilder types(ValueTypes changed) {
		this.types = Checks.notNull("types", changed);
		return this;
	}

	/**
	 * Sets what names the caches that are known from the start; none by default.
	 * @param changed asked at each call of {@code getCacheNames}
	 * @return this builder
	 */
	public CacheManagerBuilder declared(Supplier<? extends Collection<String>> changed) {
		this.declared = Checks.notNull("declared", changed);
		return this;
	}

	/**
	 * Sets the packages whose classes entries may name, with the packages below them;
	 * none by default. Values of the Java platform such as texts, numbers and dates need
	 * none.
	 * @param changed the names of the packages
	 * @param classLoader loads the classes
	 * @return this builder
	 */
	public CacheManagerBuilder trustedPackages(Collection<String> changed, @Nullable ClassLoader classLoader) {
		this.trustedPackages = List.copyOf(Checks.notNull("trustedPackages", changed));
		this.classLoader = classLoader;
		return this;
	}

	/**
	 * Builds the manager. Sends nothing.
	 * @return the manager
	 */
	public RedisComponentsCacheManager build() {
		DescribedTypes described = new DescribedTypes(this.codecs, this.trustedPackages, this.classLoader);
		return new ClientCacheManager(this.client, this.types, this.declared, described);
	}

}
