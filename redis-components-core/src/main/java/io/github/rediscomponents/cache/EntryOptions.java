// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Settings of one call, which replace those of its cache. What is null comes from the
 * cache. A caller that joins the load of another one gets what that call stores, and
 * waits by its own time-outs. Immutable: each {@code with} method returns a changed copy,
 * and throws an {@link IllegalArgumentException} that names the option if a value is out
 * of the range that {@link CacheSettings} gives it.
 *
 * @since 1.0.0
 */
public sealed interface EntryOptions permits EntryOptionsValues {

	/**
	 * Returns options that change nothing.
	 * @return the settings of the cache
	 */
	static EntryOptions defaults() {
		return EntryOptionsValues.DEFAULTS;
	}

	/** See {@link CacheSettings#ttl()}. */
	@Nullable Duration ttl();

	/** See {@link CacheSettings#nullTtl()}. */
	@Nullable Duration nullTtl();

	/** See {@link LoadingSettings#failSafe()}. */
	@Nullable Duration failSafe();

	/** See {@link LoadingSettings#softTimeout()}. */
	@Nullable Duration softTimeout();

	/** See {@link LoadingSettings#hardTimeout()}. */
	@Nullable Duration hardTimeout();

	/**
	 * Returns the tags of what the call stores: of a loaded value, in addition to those
	 * that the loader gives, or of one that is put.
	 * @return without duplicates; empty if there are none
	 */
	List<String> tags();

	EntryOptions withTtl(Duration ttl);

	EntryOptions withNullTtl(Duration nullTtl);

	EntryOptions withFailSafe(Duration failSafe);

	EntryOptions withSoftTimeout(Duration softTimeout);

	EntryOptions withHardTimeout(Duration hardTimeout);

	/**
	 * Returns these options with other tags.
	 * @param tags at most 16, each 1 to 1024 characters, well-formed UTF-16
	 * @return new options
	 * @throws IllegalArgumentException if there are more, or one is malformed
	 */
	EntryOptions withTags(String... tags);

	/**
	 * Returns the settings of a cache with these options.
	 * @param settings those of the cache
	 * @return the settings of the call
	 */
	CacheSettings over(CacheSettings settings);

}
