// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.support.port.CommandPort;
import org.jspecify.annotations.Nullable;

/**
 * One cache's settings, in the form in which they are needed, until they are swapped.
 *
 * @param source the settings of which this is a part
 * @param settings of this cache
 * @param redis with the cache's command timeout
 * @param checkEveryNanos how old the knowledge of the generation may be
 */
public record Tuning(CacheRegistrySettings source, CacheSettings settings, CommandPort redis, long checkEveryNanos) {

	static Tuning of(CacheEnvironment env, String name, @Nullable CacheSettings fixed) {
		CacheRegistrySettings source = env.settings.get();
		CacheSettings settings = (fixed != null) ? fixed : source.of(name);
		return new Tuning(source, settings, env.redis.withTimeout(settings.commandTimeout()),
				source.clearVisibleWithin().toNanos());
	}

	/**
	 * Returns the settings of a call.
	 * @param options of the call; null for none
	 */
	public CacheSettings settings(@Nullable EntryOptions options) {
		return (options != null) ? options.over(this.settings) : this.settings;
	}

}
