// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A {@link Page} that consists of its items and a cursor.
 */
record ItemPage<T>(List<T> items, @Nullable String next) implements Page<T> {

	ItemPage {
		items = List.copyOf(items);
	}

}
