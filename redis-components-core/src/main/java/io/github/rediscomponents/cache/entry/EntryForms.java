// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.util.function.Function;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.FailureLog;

/**
 * The form of one cache's entries, which follows the setting. A setting that does not fit
 * the type of the values fails the first time only; a running cache keeps its codec.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class EntryForms<V> {

	private static final Logger logger = LoggerFactory.getLogger(EntryForms.class);

	private final String cache;

	private final Function<CacheCodec, ValueCodec<V>> codecs;

	private final Supplier<CacheCodec> choice;

	private volatile EntryForm<V> form;

	/**
	 * The form by the present setting.
	 * @param cache the cache's name
	 * @param codecs gives the codec for the type of the values
	 * @param choice the setting
	 * @throws CodecException if that codec does not fit the type
	 */
	public EntryForms(String cache, Function<CacheCodec, ValueCodec<V>> codecs, Supplier<CacheCodec> choice) {
		this.cache = cache;
		this.codecs = codecs;
		this.choice = choice;
		this.form = create(choice.get());
	}

	/**
	 * Returns the form by the present setting.
	 */
	EntryForm<V> now() {
		EntryForm<V> known = this.form;
		CacheCodec wanted = this.choice.get();
		if (known.choice() == wanted) {
			return known;
		}
		EntryForm<V> changed = changed(known, wanted);
		this.form = changed;
		return changed;
	}

	private EntryForm<V> changed(EntryForm<V> known, CacheCodec wanted) {
		try {
			return create(wanted);
		}
		catch (RuntimeException ex) {
			FailureLog.warnOnce(logger, ex, "Cache '{}' keeps its codec, because {} does not fit its values",
					this.cache, wanted);
			return known.under(wanted);
		}
	}

	private EntryForm<V> create(CacheCodec wanted) {
		return EntryForm.of(this.cache, wanted, this.codecs.apply(wanted));
	}

}
