package io.github.rediscomponents.geo;

/**
 * What became of asking for a later page: the page, or nothing because the snapshot is no
 * longer kept.
 */
public sealed interface GeoResult permits GeoPage, GeoResult.Expired {

	/**
	 * The snapshot of the scroll is no longer kept: it was not read for
	 * {@link GeoSettings#scrollTtl()}, or Redis lost it. Begin anew with
	 * {@link GeoIndex#nearby}.
	 */
	record Expired() implements GeoResult {

	}

}
