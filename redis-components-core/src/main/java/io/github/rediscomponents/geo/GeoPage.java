// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;

/**
 * A page of the members in an area.
 *
 * @param items by distance, equal ones by name; immutable
 * @param total how many there are on all pages
 * @param truncated whether there were more than {@link GeoSettings#maxResults()}, of
 * which the nearest are kept
 * @param next names the next page, for {@link GeoIndex#next}; null on the last page. Has
 * letters, digits, dots, hyphens and underscores only; its content is internal
 * @since 1.0.0
 */
public record GeoPage(List<GeoHit> items, long total, boolean truncated,
		@Nullable String next) implements Page<GeoHit>, GeoResult {

	public GeoPage {
		items = List.copyOf(items);
	}

}
