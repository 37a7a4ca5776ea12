// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.support.Checks;

/**
 * Cursors of pages of a stream: the id of the last entry of a page.
 */
final class EntryCursor {

	static final int LARGEST = 1000;

	private static final Pattern ID = Pattern.compile("\\d{1,18}-\\d{1,18}");

	private EntryCursor() {
	}

	/** Returns where a range begins. */
	static String from(@Nullable String cursor) {
		Checks.isTrue(cursor == null || ID.matcher(cursor).matches(), "cursor must be that of another page");
		return (cursor != null) ? '(' + cursor : "-";
	}

	/**
	 * Returns a page.
	 * @param found one more than the page may have, if there are as many
	 */
	static <T> Page<T> page(List<T> found, int size, Function<T, String> id) {
		boolean more = found.size() > size;
		List<T> items = more ? found.subList(0, size) : found;
		return Page.of(items, more ? id.apply(items.get(size - 1)) : null);
	}

}
