// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.entry.Tagged;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.store.TagMoment;
import org.jspecify.annotations.Nullable;

/**
 * The tags that one run of a bulk loader gives.
 */
public final class BulkTags {

	private final @Nullable TagMoment moment;

	private final Map<String, long[]> byText = new ConcurrentHashMap<>();

	/**
	 * No tags yet.
	 * @param moment read before the load; null if the loader gives none
	 */
	public BulkTags(@Nullable TagMoment moment) {
		this.moment = moment;
	}

	public static @Nullable TagMoment moment(BulkSource<?> source) {
		return source.mayTag() ? new TagMoment() : null;
	}

	public void add(String text, String[] tags) {
		this.byText.merge(text, TagIds.of(TagIds.check(tags)), TagIds::union);
	}

	@Nullable Tagged of(String text) {
		long[] ids = this.byText.getOrDefault(text, TagIds.NONE);
		return (ids.length > 0) ? new Tagged(ids, (this.moment != null) ? this.moment.number() : Tagged.UNKNOWN) : null;
	}

	/**
	 * Returns what a flight found.
	 */
	public <V> Found<V> found(Flight<V> flight, Map<String, V> loaded) {
		return new Found<>(loaded.get(flight.text()), false, of(flight.text()));
	}

	/**
	 * Runs a loader for texts.
	 */
	public <V> Map<String, V> load(BulkSource<V> source, List<String> texts) throws Exception {
		return source.mayTag() ? source.load(texts, this::add) : source.load(texts);
	}

}
