package io.github.rediscomponents.geo;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A page of what was found.
 *
 * @param hits by distance, equal ones by name; immutable
 * @param total how many there are on all pages
 * @param truncated whether there were more than {@link GeoSettings#maxResults()}, of
 * which the nearest are kept
 * @param next names the next page, for {@link GeoIndex#next}; null on the last page. Has
 * letters, digits, dots, hyphens and underscores only; what it stands for is internal
 */
public record GeoPage(List<GeoHit> hits, int total, boolean truncated, @Nullable String next) implements GeoResult {

	public GeoPage {
		hits = List.copyOf(hits);
	}

	/**
	 * Tells whether there is a next page.
	 * @return whether {@link #next} is there
	 */
	public boolean hasMore() {
		return this.next != null;
	}

}
