// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.filter.Layout.Place;

/**
 * Stores the bits of one slice; generations are handled by the callers.
 */
interface SliceEngine {

	static SliceEngine of(BloomEngine engine) {
		return (engine == BloomEngine.BITMAP) ? BitmapSlices.INSTANCE : ModuleSlices.INSTANCE;
	}

	/**
	 * Returns the keys of a slice, all in one slot.
	 * @param key the first of them
	 */
	String[] keys(String key);

	/**
	 * Creates a slice unless it is there. Completes with 1.
	 */
	CompletionStage<Long> create(Sender sender, String key, long epoch, Layout layout);

	/**
	 * Raises the epoch of a slice. Completes with 0 if it is not there.
	 */
	CompletionStage<Long> raise(Sender sender, String key, long epoch);

	/**
	 * Adds elements.
	 * @param epoch the newest epoch that the caller has read
	 * @return which of them were there; null if the slice is not there or newer
	 */
	CompletionStage<boolean @Nullable []> add(Sender sender, String key, long epoch, List<Element> elements);

	/**
	 * Looks elements up; see {@link #add}.
	 */
	CompletionStage<boolean @Nullable []> test(Sender sender, String key, long epoch, List<Element> elements);

	/**
	 * Counts the set bits.
	 * @return the epoch, 0 if the slice is not there, and how many bits, or elements, as
	 * the engine can
	 */
	CompletionStage<List<Object>> count(Sender sender, String key);

	/**
	 * Returns how many bits a count stands for.
	 */
	long bits(Layout layout, long counted);

	/**
	 * Returns how many elements a count stands for.
	 */
	double elements(Layout layout, long counted);

	/**
	 * An element and where it belongs.
	 *
	 * @param index the index in the call
	 * @param text the element
	 * @param place its place
	 */
	record Element(int index, String text, Place place) {

	}

}
