// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One page of a longer list.
 *
 * @param <T> the type of the items
 * @since 1.0.0
 */
public interface Page<T> {

	/**
	 * Returns a page of items.
	 * @param items the items in the order of the list
	 * @param next the cursor of the following page; null if this page is the last
	 * @param <T> the type of the items
	 * @return the page, equal to each other one of equal items and cursor
	 */
	static <T> Page<T> of(List<T> items, @Nullable String next) {
		return new ItemPage<>(items, next);
	}

	/**
	 * Returns the items of this page.
	 * @return in the order of the list, immutable
	 */
	List<T> items();

	/**
	 * Returns the cursor of the following page, to be passed to the method that returned
	 * this one. A cursor can be sent to clients: nothing in it is trusted but its form.
	 * @return the cursor; null if this page is the last
	 */
	@Nullable String next();

	/**
	 * Returns whether a following page exists.
	 * @return true if {@link #next()} is a cursor
	 */
	default boolean hasNext() {
		return next() != null;
	}

}
