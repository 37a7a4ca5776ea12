// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.flight.Found;

/**
 * What one transaction changes in one cache. The last change of a key counts. Confined to
 * the thread of the transaction.
 *
 * @since 1.0.0
 */
public final class Changes {

	private final Map<String, @Nullable Given> byText = new LinkedHashMap<>();

	/** Keys whose value the transaction loaded, which may be one that it changed. */
	private final Set<String> loaded = new LinkedHashSet<>();

	/** Ids of tags that the transaction has invalidated. */
	private final Set<Long> outdatedTags = new LinkedHashSet<>();

	private boolean cleared;

	public void invalidate(String text) {
		this.byText.put(text, null);
	}

	/**
	 * Adds a value.
	 * @param value the value; null for the knowledge that there is none
	 * @param put what is stored
	 */
	public void put(String text, @Nullable Object value, PendingPut put) {
		this.byText.put(text, new Given(new Found<>(value), put));
	}

	/**
	 * Adds tags that are invalidated. A value that was given before and has one of them
	 * is invalidated.
	 */
	public void invalidateTags(long[] ids) {
		Arrays.stream(ids).forEach(this.outdatedTags::add);
		this.byText.replaceAll((text, given) -> (given != null && hasOneOf(given, this.outdatedTags)) ? null : given);
	}

	private static boolean hasOneOf(Given given, Set<Long> tags) {
		return Arrays.stream(TagIds.of(given.put().options().tags())).anyMatch(tags::contains);
	}

	public void clear() {
		this.byText.clear();
		this.outdatedTags.clear();
		this.cleared = true;
	}

	/**
	 * The loader returned the value of a key inside the transaction.
	 */
	public void load(String text) {
		if (!hides(text)) {
			this.loaded.add(text);
		}
	}

	/**
	 * Returns the changes of a transaction that may have been committed: what was given
	 * is invalidated.
	 */
	Changes distrusted() {
		distrust();
		return this;
	}

	/**
	 * A part of the transaction was rolled back: what was given or loaded may be wrong,
	 * and what was invalidated is invalidated all the same.
	 */
	void distrust() {
		this.byText.replaceAll((text, given) -> null);
		this.loaded.forEach(this::invalidate);
	}

	/**
	 * Returns the changes that undo those of a transaction that was rolled back.
	 */
	Changes undone() {
		Changes undone = new Changes();
		this.loaded.forEach(undone::invalidate);
		return undone;
	}

	/**
	 * Returns whether the entry in Redis is not what the transaction has made of it, or
	 * may not be: which entries have a tag is not known before they are read.
	 */
	public boolean hides(String text) {
		return this.cleared || !this.outdatedTags.isEmpty() || this.byText.containsKey(text);
	}

	/**
	 * Returns the value that the transaction gave, or null if it gave none.
	 */
	public @Nullable Found<?> given(String text) {
		Given given = this.byText.get(text);
		return (given != null) ? given.found() : null;
	}

	public boolean isCleared() {
		return this.cleared;
	}

	/**
	 * Returns the ids of the tags that are invalidated.
	 */
	public long[] invalidatedTags() {
		return this.outdatedTags.stream().mapToLong(Long::longValue).toArray();
	}

	/**
	 * Returns the texts that are invalidated.
	 */
	public List<String> invalidated() {
		List<String> texts = new ArrayList<>();
		this.byText.forEach((text, given) -> {
			if (given == null) {
				texts.add(text);
			}
		});
		return texts;
	}

	/**
	 * Returns the values that were given, by text.
	 */
	public Map<String, PendingPut> puts() {
		Map<String, PendingPut> puts = new LinkedHashMap<>();
		this.byText.forEach((text, given) -> {
			if (given != null) {
				puts.put(text, given.put());
			}
		});
		return puts;
	}

	private record Given(Found<?> found, PendingPut put) {
	}

}
