// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link EntryOptions}.
 */
record EntryOptionsValues(@Nullable Duration ttl, @Nullable Duration nullTtl, @Nullable Duration failSafe,
		@Nullable Duration softTimeout, @Nullable Duration hardTimeout, List<String> tags) implements EntryOptions {

	static final EntryOptionsValues DEFAULTS = new EntryOptionsValues(null, null, null, null, null, List.of());

	EntryOptionsValues {
		over(CacheSettings.defaults(), ttl, nullTtl, failSafe, softTimeout, hardTimeout);
	}

	@Override
	public EntryOptions withTtl(Duration changed) {
		return new EntryOptionsValues(Checks.notNull("ttl", changed), this.nullTtl, this.failSafe, this.softTimeout,
				this.hardTimeout, this.tags);
	}

	@Override
	public EntryOptions withNullTtl(Duration changed) {
		return new EntryOptionsValues(this.ttl, Checks.notNull("nullTtl", changed), this.failSafe, this.softTimeout,
				this.hardTimeout, this.tags);
	}

	@Override
	public EntryOptions withFailSafe(Duration changed) {
		return new EntryOptionsValues(this.ttl, this.nullTtl, Checks.notNull("failSafe", changed), this.softTimeout,
				this.hardTimeout, this.tags);
	}

	@Override
	public EntryOptions withSoftTimeout(Duration changed) {
		return new EntryOptionsValues(this.ttl, this.nullTtl, this.failSafe, Checks.notNull("softTimeout", changed),
				this.hardTimeout, this.tags);
	}

	@Override
	public EntryOptions withHardTimeout(Duration changed) {
		return new EntryOptionsValues(this.ttl, this.nullTtl, this.failSafe, this.softTimeout,
				Checks.notNull("hardTimeout", changed), this.tags);
	}

	@Override
	public EntryOptions withTags(String... changed) {
		return new EntryOptionsValues(this.ttl, this.nullTtl, this.failSafe, this.softTimeout, this.hardTimeout,
				TagIds.check(changed));
	}

	@Override
	public CacheSettings over(CacheSettings settings) {
		return over(settings, this.ttl, this.nullTtl, this.failSafe, this.softTimeout, this.hardTimeout);
	}

	private static CacheSettings over(CacheSettings settings, @Nullable Duration ttl, @Nullable Duration nullTtl,
			@Nullable Duration failSafe, @Nullable Duration softTimeout, @Nullable Duration hardTimeout) {
		LoadingSettings loading = settings.loading();
		return settings.withTtl((ttl != null) ? ttl : settings.ttl())
			.withNullTtl((nullTtl != null) ? nullTtl : settings.nullTtl())
			.withLoading(loading.withFailSafe((failSafe != null) ? failSafe : loading.failSafe())
				.withSoftTimeout((softTimeout != null) ? softTimeout : loading.softTimeout())
				.withHardTimeout((hardTimeout != null) ? hardTimeout : loading.hardTimeout()));
	}

}
