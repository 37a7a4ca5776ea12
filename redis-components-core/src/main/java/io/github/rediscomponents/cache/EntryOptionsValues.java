// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link EntryOptions}.
 */
record EntryOptionsValues(@Nullable Duration ttl, @Nullable Duration nullTtl, @Nullable Duration failSafe,
		@Nullable Duration softTimeout, @Nullable Duration hardTimeout) implements EntryOptions {

	static final EntryOptionsValues DEFAULTS = new EntryOptionsValues(null, null, null, null, null);

	EntryOptionsValues {
		over(CacheSettings.defaults(), ttl, nullTtl, failSafe, softTimeout, hardTimeout);
	}

	@Override
	public EntryOptions withTtl(Duration changed) {
		return new EntryOptionsValues(Checks.notNull("ttl", changed), this.nullTtl, this.failSafe, this.softTimeout,
				this.hardTimeout);
	}

	@Override
	public EntryOptions withNullTtl(Duration changed) {
		return new EntryOptionsValues(this.ttl, Checks.notNull("nullTtl", changed), this.failSafe, this.softTimeout,
				this.hardTimeout);
	}

	@Override
	public EntryOptions withFailSafe(Duration changed) {
		return new EntryOptionsValues(this.ttl, this.nullTtl, Checks.notNull("failSafe", changed), this.softTimeout,
				this.hardTimeout);
	}

	@Override
	public EntryOptions withSoftTimeout(Duration changed) {
		return new EntryOptionsValues(this.ttl, this.nullTtl, this.failSafe, Checks.notNull("softTimeout", changed),
				this.hardTimeout);
	}

	@Override
	public EntryOptions withHardTimeout(Duration changed) {
		return new EntryOptionsValues(this.ttl, this.nullTtl, this.failSafe, this.softTimeout,
				Checks.notNull("hardTimeout", changed));
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
