// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

/**
 * The outcome of reading a later page: the page, or that its snapshot is no longer kept.
 *
 * @since 1.0.0
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
